import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'

const folder = join(import.meta.dirname, 'cyclonedx')
const read = (name: string): object =>
  JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')) as object

// Its formats of dates and addresses are annotations here: a bill has no dates.
const validate = new Ajv({
  strict: false,
  validateFormats: false,
  schemas: [read('spdx'), read('jsf-0.82')],
}).compile(read('bom-1.6'))

/** Violations of CycloneDX 1.6; none if the bill of materials is valid. */
export function billProblems(bill: unknown): string[] {
  validate(bill)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
