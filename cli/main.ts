import { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';
import { announceColour, type ColourChoice, type ColourLevel, colourLevel } from './colour.ts';
import type { CommandContext, CommandResult } from './command.ts';
import { confirm } from './confirm.ts';
import { type Edge, edgeOf, showFailure, showRefusal } from './edge.ts';
import { unknownVariables } from './env.ts';
import { signalExits } from './exit.ts';
import { type Host, writeWhole } from './host.ts';
import { type Invocation, parseLine } from './parse.ts';
import { documentText, okDocument } from './present/envelope.ts';
import { withFurther } from './present/refusal.ts';
import { openProject, type Project, type Run } from './project.ts';
import type { CommandRecord } from './record.ts';
import { createReporter, type Reporter } from './reporter.ts';
import type { Settings } from './settings.ts';
import { type SignalWatch, watchSignals } from './signals.ts';
import { version } from './version.ts';

/**
 * One command line from argv to exit code: parse, find the project, merge settings, drive the command's events, print
 * its result once. Everything written is flushed when this resolves; the caller sets the exit code and lets the
 * process drain.
 */
export async function main(host: Host): Promise<number> {
  // A reader that has gone shows at each write; without a listener the stream would throw.
  host.stdout.on('error', () => {});
  host.stderr.on('error', () => {});
  const edge = edgeOf(host);
  try {
    const parsed = await parseLine(host.argv, host.cwd);
    if (!parsed.ok) return await showRefusal(withFurther(parsed.faults), parsed.path, edge);
    const { invocation } = parsed;
    if (invocation.kind !== 'run') return await printPage(invocation, edge);
    return await openAndRun(invocation, edge);
  } catch (error) {
    return await showFailure(error, [], edge, undefined);
  }
}

async function printPage(page: Exclude<Invocation, Run>, { host, json }: Edge): Promise<number> {
  if (page.kind === 'version') {
    await writeWhole(host.stdout, json ? okDocument('contextful.version/1', { version }) : `${version}\n`);
    return 0;
  }
  const { renderHelp } = await import('./help.ts');
  const { helpData } = await import('./help-json.ts');
  const text = json ? okDocument('contextful.help/1', helpData(page.path)) : renderHelp(page.path);
  await writeWhole(host.stdout, text);
  return 0;
}

async function openAndRun(run: Run, edge: Edge): Promise<number> {
  const { path } = run.command;
  let project: Project;
  try {
    project = await openProject(run, edge.host);
  } catch (error) {
    return await showFailure(error, path, edge, undefined);
  }
  const { settings } = project;
  const { host, symbols } = edge;
  announceColour(host.env, colourOf(settings, project, host.stdout.isTTY === true));
  const stderrColour = colourOf(settings, project, host.stderr.isTTY === true);
  return await runCommand(run.command, project, createReporter(settings, project.config, host, symbols), {
    ...edge,
    colour: stderrColour,
    json: settings.on('json'),
  });
}

async function runCommand(
  command: CommandRecord,
  project: Project,
  reporter: Reporter,
  edge: Edge,
): Promise<number> {
  for (const note of unknownVariables(project.env)) reporter.note(note);
  const watch = watchSignals(edge.host, () => reporter.clear());
  const root = command.needs === 'nothing' ? undefined : project.root;
  const fail = (error: unknown, to: Edge): Promise<number> => showFailure(error, command.path, to, root);
  let result: CommandResult;
  try {
    result = await drive(command, contextOf(project, watch, edge), project.settings, reporter);
  } catch (error) {
    reporter.end();
    return signalled(await fail(interruptionOf(error, watch), edge), watch);
  } finally {
    watch.stop();
  }
  try {
    return signalled(await showResult(result, command, edge), watch);
  } catch (error) {
    // Part of the result may be out already, and stdout holds one document or nothing.
    return await fail(error, { ...edge, json: false });
  }
}

function contextOf(project: Project, watch: SignalWatch, { host, symbols, json }: Edge): CommandContext {
  const { settings, root, config, configPath, env } = project;
  const asking = { yes: settings.on('yes'), noInput: settings.on('no-input'), json };
  const colour = json ? 0 : colourOf(settings, project, host.stdout.isTTY === true);
  return {
    cwd: host.cwd,
    env,
    clock: host.clock,
    signal: watch.signal,
    threads: host.threads,
    root,
    config,
    configPath,
    view: { columns: host.stdout.columns || 80, colour, symbols },
    pid: host.pid,
    commandLine: ['contextful', ...host.argv],
    confirm: (question, plan) => confirm(question, plan, asking, host),
  };
}

/** `project.env` is the user's; in ours FORCE_COLOR may already be our own word. */
function colourOf(settings: Settings, project: Project, tty: boolean): ColourLevel {
  const choice = COLOURS.find(known => known === settings.text('color')) ?? 'auto';
  const from = settings.origin('color')?.from;
  return colourLevel({
    flag: from === 'flag' && choice !== 'auto' ? choice : undefined,
    config: from === 'file' ? choice : undefined,
    env: project.env,
    tty,
  });
}

const COLOURS: readonly ColourChoice[] = ['auto', 'always', 'never'];

/** Runs the command to its end and hands its events on. */
async function drive(
  command: CommandRecord,
  context: CommandContext,
  settings: Settings,
  reporter: Reporter,
): Promise<CommandResult> {
  const start = await command.load();
  const running = start(context, settings);
  if (running instanceof Promise) return await running.finally(() => reporter.end());
  for (let next = await running.next(); ; next = await running.next()) {
    if (next.done === true) {
      reporter.end();
      return next.value;
    }
    reporter.event(next.value);
  }
}

/** The result on stdout, once; a command that only reads ends with 0 when nobody reads it. */
async function showResult(result: CommandResult, command: CommandRecord, edge: Edge): Promise<number> {
  const { host, json, quiet } = edge;
  const isRead = await writeWhole(host.stdout, json ? documentOf(result) : result.text);
  const notes = quiet ? [] : (result.notes ?? []);
  await writeWhole(host.stderr, notes.map(note => `${note}\n`).join(''));
  return isRead || command.mutates ? result.exit : 0;
}

function documentOf({ document }: CommandResult): string {
  if ('data' in document) return okDocument(document.schema, document.data);
  return typeof document.own === 'string' ? document.own : documentText(document.own);
}

/** An abort that came from a signal is no fault of ours. */
function interruptionOf(error: unknown, watch: SignalWatch): unknown {
  if (error instanceof Refusal || watch.ended() === undefined) return error;
  if (!(error instanceof Error) || error.name !== 'AbortError') return error;
  return refuse('Interrupted', {
    message: 'the command was interrupted',
    hint: 'run it again',
    cause: error,
  });
}

/** An interrupted command ends with the code of the signal that ended it. */
function signalled(exit: number, watch: SignalWatch): number {
  const signal = watch.ended();
  return signal !== undefined && exit === signalExits.SIGINT ? signalExits[signal] : exit;
}
