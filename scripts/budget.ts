/** `budget.ts <record>`: what `.ci/run` ends with. Status 1 where more files were flaky than are let pass. */
import { budget } from './test-record.ts'

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Which record? PLUMBLINE_TEST_RECORD names it.')
const { lines, isRed } = budget(path)
process.stdout.write(`${lines.join('\n')}\n`)
if (isRed) process.exitCode = 1
