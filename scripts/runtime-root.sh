#!/bin/sh
# Lays out the root folder of the runtime image: Node, the libraries that it and the engine link, the built
# package, an account without rights. No shell, no package manager. Usage: runtime-root.sh TARGET (run from
# the project folder, after `npm run build`).
set -eu
target=$1
app=$target/opt/contextful
mkdir -p "$app" "$target/etc" "$target/tmp" "$target/project" "$target/usr/local/bin"
chmod 1777 "$target/tmp"
chown 65532:65532 "$target/project"

cp "$(command -v node)" "$target/usr/local/bin/node"
cp -R bin dist package.json LICENSE "$app/"
mkdir -p "$app/node_modules/@duckdb"
cp -R node_modules/@duckdb/. "$app/node_modules/@duckdb/"
cp -R node_modules/detect-libc "$app/node_modules/" 2>/dev/null || true

# ldd names every library with its path; the loader itself stands on a line of its own.
libraries=$(find "$target/usr/local/bin" "$app/node_modules" -type f \( -name node -o -name '*.node' -o -name '*.so*' \) \
  -exec ldd {} + 2>/dev/null | grep -oE '/[^ :()]+\.so[^ :()]*' | grep -v "^$target" | sort -u)
for library in $libraries; do
  mkdir -p "$target$(dirname "$library")"
  cp -L "$library" "$target$library"
done

printf 'contextful:x:65532:65532::/project:/nonexistent\n' >"$target/etc/passwd"
printf 'contextful:x:65532:\n' >"$target/etc/group"
