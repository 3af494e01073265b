#!/usr/bin/env node
// Answers version and help from files, and loads the program for everything else. Plain syntax on purpose: an old
// Node must be able to read this file in order to be told that it is too old.
import { readFileSync, writeSync } from 'node:fs';
import * as module from 'node:module';

const WANTED_NODE = '20.15';
const words = process.argv.slice(2);
const found = process.versions.node;
const [major, minor] = found.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 15)) {
  console.error(
    `NodeTooOld: contextful needs Node ${WANTED_NODE} or newer\n` +
      `  found   ${found}\n` +
      `  want    Node ${WANTED_NODE} or newer\n` +
      `  next    install Node ${WANTED_NODE} or newer\n` +
      `  clause  cli.start`,
  );
  process.exitCode = 2;
} else if (!answer()) {
  process.env.NODE_ENV = 'production';
  if (module.enableCompileCache !== undefined) module.enableCompileCache();
  import('../dist/cli.mjs').catch(unbuilt);
}

function unbuilt(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('cli.mjs')) throw error;
  console.error('Internal: contextful is not built\n  next    npm run build, or npm start');
  process.exitCode = 3;
}

/** Prints the version or a help page when the line asks for nothing else; false when it does not. */
function answer() {
  const last = words[words.length - 1];
  const isVersion = words.length === 1 && (last === '--version' || last === '-V');
  if (isVersion) return print(`${JSON.parse(read('../package.json')).version}\n`);
  if (words.length > 0 && last !== '--help' && last !== '-h') return false;
  const path = words.slice(0, -1);
  if (!path.every(word => /^[a-z][a-z-]*$/.test(word))) return false;
  try {
    return print(read(`../dist/help/${path.join('.') || 'contextful'}.txt`));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function read(path) {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function print(text) {
  try {
    writeSync(1, text);
  } catch (error) {
    if (error.code === 'EAGAIN') process.stdout.write(text);
    else if (error.code !== 'EPIPE') throw error;
  }
  return true;
}
