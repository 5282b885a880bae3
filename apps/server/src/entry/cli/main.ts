import { Command } from 'commander'
import { signedInClient } from './client.ts'
import { downloadRejected, exportOutputs } from './download.ts'
import { deleteJob, listJobs } from './jobs.ts'
import { login, logout } from './login.ts'
import { printLogs } from './logs.ts'
import { CommandError } from './command-error.ts'
import { runImportCommand } from './run-import.ts'
import { uploadCommand } from './upload.ts'
import { printError } from './print.ts'

const defaultServer = process.env.MILLRACE_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

const collect = (value: string, list: string[]): string[] => [...list, value]

const program = new Command('millrace')
  .description('Millrace from the command line: import product files and run the server.')
  .showHelpAfterError()
  .addHelpText(
    'after',
    `
Examples:
  $ millrace login --server http://127.0.0.1:3000 --username marc.manager
  $ millrace import --pipeline "Bikes catalogue fr-FR" --source local=bikes-fr-FR.csv --wait
  $ millrace import --pipeline "Bikes catalogue" --wait    (a master: runs its countries)
  $ millrace import --pipeline "Bikes catalogue fr-FR" --every "weekly mon 03:00"
  $ millrace jobs
  $ millrace logs --pipeline "Bikes catalogue fr-FR" --follow
  $ millrace export --pipeline "Bikes catalogue fr-FR" --out files

The exit code of import is 0 only when everything succeeded; without --wait, when the import was started.`,
  )

program
  .command('login')
  .description('Sign in at a running server and keep the token in ~/.config/millrace')
  .option('--server <url>', 'address of the server', defaultServer)
  .requiredOption('--username <name>', 'firstname.lastname')
  .addHelpText(
    'after',
    '\nThe password is asked for, and a code where the account has two-factor verification; or both are read from\nstandard input, a line each, when that is not a terminal.',
  )
  .action(login)

program.command('logout').description('End the session and forget the token').action(logout)

const pipelineOption = ['--pipeline <id|path|name>', 'the pipeline'] as const
const serverOption = ['--server <url>', 'the server, if not the one you logged in at'] as const
const jsonOption = ['--json', 'print JSON for programs', false] as const
const sourceHelp = 'a file for one data source; may be given several times'

program
  .command('upload')
  .description('Send files into a pipeline, without importing them')
  .requiredOption(...pipelineOption)
  .option('--source <kind=file>', sourceHelp, collect, [])
  .option('--fetch <kind>', 'a real-time source to be fetched; may be given several times', collect, [])
  .option('--wait', 'wait until every file is validated, and print what was found', false)
  .option(...jsonOption)
  .option(...serverOption)
  .addHelpText(
    'after',
    `
Example:
  $ millrace upload --pipeline "Bikes catalogue fr-FR" --source local=bikes-fr-FR.csv --wait

With --wait the exit code is 0 only when every file is valid.`,
  )
  .action((options) => uploadCommand(signedInClient(options.server), options))

program
  .command('import')
  .description('Upload files into a pipeline and run or plan its import; a master runs its country pipelines')
  .requiredOption(...pipelineOption)
  .option('--source <kind=file>', sourceHelp, collect, [])
  .option('--at <"YYYY-MM-DD HH:mm">', 'plan it for that time')
  .option('--every <pattern>', 'plan it again and again')
  .option('--wait', 'follow the import to its end', false)
  .option(...serverOption)
  .addHelpText(
    'after',
    `
Examples:
  $ millrace import --pipeline "Bikes catalogue fr-FR" --source local=bikes-fr-FR.csv --wait
  $ millrace import --pipeline "Bikes catalogue fr-FR" --at "2026-12-01 06:15"
  $ millrace import --pipeline "Bikes catalogue fr-FR" --every "daily 02:15"

--every takes "30 minutes", "2 hours", "daily 02:15", "weekly mon 03:00" or "monthly 31 06:00".
Times are quarter hours in the time zone of the server.`,
  )
  .action((options) => runImportCommand(signedInClient(options.server), options))

const jobs = program
  .command('jobs')
  .description('List the planned imports')
  .option('--pipeline <id|path|name>', 'only of this pipeline')
  .option(...jsonOption)
  .option(...serverOption)
  .addHelpText('after', '\nExamples:\n  $ millrace jobs\n  $ millrace jobs delete 019ab3c4d5e6')
  .action((options) => listJobs(signedInClient(options.server), options))
jobs
  .command('delete <job>')
  .description('End a plan; its pending import goes with it')
  .action((job: string, _options, command: Command) =>
    deleteJob(signedInClient(command.optsWithGlobals<{ server?: string }>().server), job),
  )

program
  .command('logs [import]')
  .description('Print the log of an import, of the last import of a pipeline, or of an upload')
  .option('--pipeline <id|path|name>', 'the running import of this pipeline, else the planned one, else the last')
  .option('--upload <id>', 'an upload')
  .option('--follow', 'go on to the end; the exit code tells how it ended', false)
  .option('--json', 'print each line as JSON', false)
  .option(...serverOption)
  .addHelpText(
    'after',
    `
Examples:
  $ millrace logs --pipeline "Bikes catalogue fr-FR" --follow
  $ millrace logs 019ab3c4d5e6 --json

With --follow the exit code is 0 when the import completed or the upload is valid, else 1.`,
  )
  .action((id: string | undefined, options) => printLogs(signedInClient(options.server), id, options))

program
  .command('export')
  .description('Download the latest output files of a pipeline')
  .requiredOption(...pipelineOption)
  .option('--sink <name>', 'only of this sink; may be given several times', collect, [])
  .option('--out <folder>', "where to; '-' is standard output, several files come as a zip then", '.')
  .option('--zip', 'one export.zip in place of several files', false)
  .option('--json', 'print what was downloaded as JSON', false)
  .option(...serverOption)
  .addHelpText(
    'after',
    `
Examples:
  $ millrace export --pipeline "Bikes catalogue fr-FR" --out files
  $ millrace export --pipeline "Bikes catalogue fr-FR" --sink market --out - | head`,
  )
  .action((options) => exportOutputs(signedInClient(options.server), options))

program
  .command('rejected')
  .description('Download the rejected records of the last upload of a source, with the reasons')
  .requiredOption(...pipelineOption)
  .option('--source <kind>', 'the data source; not needed where only one has uploads')
  .option('--format <csv|xlsx>', 'kind of table', 'csv')
  .option('--out <folder>', "where to; '-' is standard output", '.')
  .option(...serverOption)
  .addHelpText(
    'after',
    '\nExample:\n  $ millrace rejected --pipeline "Bikes catalogue fr-FR" --source local --format xlsx',
  )
  .action((options) => downloadRejected(signedInClient(options.server), options))

const operatorHelp = `
Works on the database itself, whether the server runs or not: run it where the server runs, as its user and with its
settings (MILLRACE_DATA, DATABASE_URL, MILLRACE_SECRET).`

program
  .command('reset-tfa <username>')
  .description("For the operator: wipe a person's two-factor verification, so that the next login enrols again")
  .addHelpText('after', operatorHelp)
  .action(async (userName: string) => (await import('./operator.ts')).resetTfaCommand(userName))

program
  .command('password-link <username>')
  .description('For the operator: print a link with which a person chooses a password')
  .addHelpText('after', operatorHelp)
  .action(async (userName: string) => (await import('./operator.ts')).passwordLinkCommand(userName))

program
  .command('backup <folder>')
  .description('For the operator: copy database, files and key into an empty folder, while the server runs')
  .addHelpText('after', `${operatorHelp}\nWith DATABASE_URL the database is left out: dump it with pg_dump first.`)
  .action(async (folder: string) => (await import('./backup.ts')).backupCommand(folder))

program
  .command('restore <folder>')
  .description('For the operator: put a backup into the empty data folder that MILLRACE_DATA names')
  .addHelpText('after', '\nExample:\n  $ MILLRACE_DATA=/srv/millrace npx millrace restore /backup/2026-11-24')
  .action(async (folder: string) => (await import('./backup.ts')).restoreCommand(folder))

for (const [role, does] of [
  ['serve', 'Run everything in one process (the default of npm start)'],
  ['api', 'Run the HTTP API and the live socket'],
  ['worker', 'Run validations and imports'],
  ['realtime', 'Run published endpoints and listeners'],
] as const) {
  program
    .command(role)
    .description(does)
    .action(async () => {
      await import('../main.ts')
    })
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommandError) {
    for (const line of [error.message, ...error.details]) printError(line)
    process.exitCode = 1
  } else {
    // As Node does with what nobody catches, but for what a server may have put into the message.
    for (const line of String(error instanceof Error ? error.stack : error).split('\n')) printError(line)
    process.exit(1)
  }
}
