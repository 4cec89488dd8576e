/** A synthetic account in a separate process, which prints its credentials as a line: `cloud.ts <kind> <size>`. */
import { kindOf } from './kinds.ts'

const [, , kind, size] = process.argv
process.stdout.write(`${JSON.stringify(await kindOf(kind).play(Number(size)))}\n`)
