import { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';
import type { CommandContext, CommandResult } from './command.ts';
import { confirm } from './confirm.ts';
import { keepCrash } from './crash.ts';
import { type Edge, showFailure, toldRefusal } from './edge.ts';
import { unknownVariables } from './env.ts';
import { signalExits } from './exit.ts';
import { writeWhole } from './host.ts';
import { documentText, okDocument } from './present/envelope.ts';
import type { Project } from './project.ts';
import { projectColour } from './project-colour.ts';
import type { CommandRecord } from './record.ts';
import type { Reporter } from './reporter.ts';
import type { Settings } from './settings.ts';
import { type SignalWatch, watchSignals } from './signals.ts';
import { version } from './version.ts';

/** Drives one command to its end: events to the reporter, the result to stdout, once. Returns the exit code. */
export async function runCommand(
  command: CommandRecord,
  project: Project,
  reporter: Reporter,
  edge: Edge,
): Promise<number> {
  for (const note of unknownVariables(project.env)) reporter.note(note);
  if (edge.verbose > 0)
    reporter.note(`note: project ${project.root}, configuration ${project.configPath ?? 'not read'}`);
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
  const { settings, root, config, configPath, configPlaces, look, env } = project;
  const asking = { yes: settings.on('yes'), noInput: settings.on('no-input'), json };
  const colour = json ? 0 : projectColour(project, host.stdout.isTTY === true);
  return {
    cwd: host.cwd,
    env,
    clock: host.clock,
    after: host.after,
    signal: watch.signal,
    threads: host.threads,
    root,
    config,
    configPath,
    configPlaces,
    look,
    view: { columns: host.stdout.columns || 80, colour, symbols },
    pid: host.pid,
    nodeVersion: host.nodeVersion,
    commandLine: ['contextful', ...host.argv],
    confirm: (question, plan) => confirm(question, plan, asking, host),
    keepCrash: (error, notes) => keepCrash(error, host, version, root, notes),
  };
}

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
    const taken = reporter.event(next.value);
    // The work goes on in the meantime.
    if (taken !== undefined) await taken;
  }
}

/** The result on stdout, once; a command that only reads ends with 0 when nobody reads it. */
async function showResult(result: CommandResult, command: CommandRecord, edge: Edge): Promise<number> {
  const { host, json, quiet } = edge;
  const isRead = await writeWhole(host.stdout, json ? documentOf(result) : result.text);
  if (result.refusal !== undefined) await writeWhole(host.stderr, toldRefusal(result.refusal, edge));
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
