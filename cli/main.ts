#!/usr/bin/env node
/** `plumbline <command>`: each error is one sentence for people. */
import { commands, failure, usage } from './commands.ts'

const [name = 'serve', ...args] = process.argv.slice(2)
const known = Object.hasOwn(commands, name) ? commands[name] : undefined

if (!known) {
  const asked = /^(-h|--help|help)$/.test(name)
  process.stdout.write(asked ? usage() : `There is no command "${name}".\n\n${usage()}`)
  process.exitCode = asked ? 0 : 2
} else {
  if (name === 'serve' || name === 'demo' || name === 'worker') {
    process.stdout.write('Plumbline is starting …\n')
  }
  try {
    await known.run(args)
  } catch (error) {
    const { text, status } = failure(error)
    process.stderr.write(text)
    process.exit(status)
  }
}
