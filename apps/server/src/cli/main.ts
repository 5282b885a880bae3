import { Command } from 'commander'
import { signedInClient } from './client.ts'
import { login, logout } from './login.ts'
import { CommandProblem } from './problem.ts'
import { runImportCommand } from './run-import.ts'

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

The exit code of import is 0 only when everything succeeded; without --wait, when the import was started.`,
  )

program
  .command('login')
  .description('Sign in at a running server and keep the token in ~/.config/millrace')
  .option('--server <url>', 'address of the server', defaultServer)
  .requiredOption('--username <name>', 'firstname.lastname')
  .addHelpText('after', '\nThe password is asked for, or read from standard input when that is not a terminal.')
  .action(login)

program.command('logout').description('End the session and forget the token').action(logout)

program
  .command('import')
  .description('Upload files into a pipeline and run its import; a master runs its country pipelines')
  .requiredOption('--pipeline <id|path|name>', 'the pipeline')
  .option('--source <kind=file>', 'a file for one data source; may be given several times', collect, [])
  .option('--wait', 'follow the import to its end', false)
  .option('--server <url>', 'the server, if not the one you logged in at')
  .action((options) => runImportCommand(signedInClient(options.server), options))

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
  if (!(error instanceof CommandProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
