import { refuse } from '../../spec/refusals.ts';
import { editorArgv } from './editor-argv.ts';
import type { EffectPorts, EffectStage } from './perform.ts';

type Place = { readonly file: string; readonly line: number; readonly column: number };

/**
 * Opens a file of the project in the user's editor, which has the terminal meanwhile; everything is read anew after
 * it (tui-cli.md 20). EditorUnusable (2) where it can not be started.
 */
export async function editFile(
  { file, line, column }: Place,
  { env, programs, settings }: Pick<EffectPorts, 'env' | 'programs' | 'settings'>,
  stage: EffectStage,
): Promise<string> {
  const editor = [settings.editor, env['VISUAL'], env['EDITOR']].find(
    text => text !== undefined && text !== '',
  );
  const words = editorArgv(editor ?? 'vi', file, line, column);
  const code = await stage.lend(() => programs.foreground(words));
  stage.reload();
  if (code === 0) return `${file}:${line} was open in ${words[0]}`;
  if (code !== null) return `${words[0]} ended with ${code}`;
  throw refuse('EditorUnusable', {
    message: `the editor \`${words[0]}\` could not be started`,
    found: editor ?? 'vi',
    facts: { editor: editor ?? 'vi' },
  });
}
