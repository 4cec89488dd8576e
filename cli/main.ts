#!/usr/bin/env node
/** `plumbline <command>`: each error is one sentence for people. */
import { commands, failure, isCommand } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { exitAtSignals, Lifetime } from './lifetime.ts'
import { outliveOutput } from './terminal.ts'

const isHelp = (arg: string): boolean => /^(-h|--help)$/.test(arg)

/** They log to their output for as long as they run, and stop in order if it is closed (`serve.ts`). */
const isServer = (name: string): boolean => /^(serve|demo|worker)$/.test(name)

/** They change something, and finish it even if the progress is not read. */
const isChange = (name: string): boolean =>
  /^(import|seed|migrate|backup|restore|users|domains)$/.test(name)

async function main(name: string, args: string[]): Promise<void> {
  if (!isServer(name) || args.some(isHelp)) outliveOutput({ finish: isChange(name) })
  if (isHelp(name) || name === 'help') {
    const [about = ''] = args
    process.stdout.write(isCommand(about) ? helpOf(about) : overview())
    return
  }
  if (!isCommand(name)) {
    process.stderr.write(`There is no command "${name}".\n\n${overview()}`)
    process.exitCode = 2
    return
  }
  if (args.some(isHelp)) {
    process.stdout.write(helpOf(name))
    return
  }
  const lifetime = new Lifetime()
  const work = (): Promise<void> => commands[name](args, lifetime)
  try {
    if (isServer(name)) {
      await lifetime.run(() => {
        process.stdout.write('Plumbline is starting …\n')
        return work()
      })
    } else {
      exitAtSignals()
      await work()
    }
  } catch (error) {
    const { text, status } = failure(error)
    process.stderr.write(text)
    process.exit(status)
  }
}

const [name = 'serve', ...args] = process.argv.slice(2)
await main(name, args)
