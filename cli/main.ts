import { announceColour } from './colour.ts';
import { type Edge, edgeOf, showFailure, showRefusal, wantsSuggestions } from './edge.ts';
import { type Host, writeWhole } from './host.ts';
import { type Invocation, parseLine } from './parse.ts';
import { okDocument } from './present/envelope.ts';
import { withFurther } from './present/refusal.ts';
import { openProject, type Project, type Run } from './project.ts';
import { projectColour } from './project-colour.ts';
import { createReporter } from './reporter.ts';
import { runCommand } from './run-command.ts';
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
    if (!parsed.ok) {
      const suggest = await wantsSuggestions(host.cwd);
      return await showRefusal(withFurther(parsed.faults), parsed.path, { ...edge, suggest });
    }
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
  const { settings, config } = project;
  const { host, symbols } = edge;
  announceColour(host.env, projectColour(project, host.stdout.isTTY === true));
  return await runCommand(run.command, project, createReporter(settings, config, host, symbols), {
    ...edge,
    colour: projectColour(project, host.stderr.isTTY === true),
    json: settings.on('json'),
    suggest: config.cli?.suggest ?? true,
  });
}
