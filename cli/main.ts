#!/usr/bin/env node
/** `plumbline <command>`: each error is one sentence for people. */
import { commands, failure, isCommand } from './commands.ts'
import { helpOf, overview } from './help.ts'

const isHelp = (arg: string): boolean => /^(-h|--help)$/.test(arg)

async function main(name: string, args: string[]): Promise<void> {
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
  if (name === 'serve' || name === 'demo' || name === 'worker') {
    process.stdout.write('Plumbline is starting …\n')
  }
  try {
    await commands[name](args)
  } catch (error) {
    const { text, status } = failure(error)
    process.stderr.write(text)
    process.exit(status)
  }
}

const [name = 'serve', ...args] = process.argv.slice(2)
await main(name, args)
