/** What the command line may take of the interface; no part of it loads the UI library before it draws with it. */
export { createLoader } from './effects/load/index.ts';
export { createPerformer, type EffectPorts } from './effects/perform.ts';
export { realPrograms } from './effects/programs.ts';
export { resolveLink } from './effects/resolve-link.ts';
export { readKeymap } from './keymap.ts';
export { PRINT_SCHEMA } from './linear/json.ts';
export type { ColourLevel } from './linear/print.ts';
export { runReader } from './linear/reader.ts';
export { runTui } from './main.ts';
export { parseSize, printScreen } from './print.ts';
export { lineHost, ownProgram, restoreTerminal, terminalHost } from './process.ts';
export { DEFAULT_PREFERENCES, type Preferences } from './state/state.ts';
export { chooseTheme } from './theme/choose.ts';
export { chooseSymbols } from './theme/symbols.ts';
