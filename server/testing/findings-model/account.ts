/** An account that changes by chance: its resources, and the verdicts of checks. */
import type { Severity, Status } from '../../features/versions/codes.ts'
import type { Says } from './player.ts'

export const units = ['s3/eu', 's3/us', 'ec2/eu']
export const checks = ['encrypted', 'logged']
export const statuses: Status[] = ['PASS', 'FAIL', 'MANUAL']
const severities: Severity[] = ['low', 'high', 'critical']

interface Cell {
  check: string
  on: string
  unit: string
  status: Status
  severity: Severity
  text: number
  there: boolean
}

/** The real state of the account: the results of a scan that can read everything. */
export class Account {
  readonly cells: Cell[]
  readonly #random: () => number
  constructor(random: () => number) {
    this.#random = random
    this.cells = units.flatMap((unit) =>
      ['a', 'b', 'a~2'].flatMap((name) =>
        checks.map(
          (check): Cell => ({
            check,
            on: `${unit}:${name}`,
            unit,
            status: this.pick(statuses),
            severity: 'high',
            text: 0,
            there: random() < 0.8,
          }),
        ),
      ),
    )
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }
  change(): void {
    for (const cell of this.cells) {
      if (this.#random() < 0.12) cell.status = this.pick(statuses)
      if (this.#random() < 0.03) cell.severity = this.pick(severities)
      if (this.#random() < 0.1) cell.text += 1
      if (this.#random() < 0.1) cell.there = !cell.there
      if (this.#random() < 0.08) cell.unit = this.pick(units)
    }
  }
}

export const said = ({ check, on, status, severity, text }: Cell): Says => ({
  check,
  on,
  status,
  severity,
  text: `${text}`,
})
