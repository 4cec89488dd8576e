/** A synthetic account that changes from scan to scan, the same for the same seed. */
import { seeded } from '@plumbline/scanner/testing'
import type { Observation } from '../../server/features/versions/index.ts'

const services = 20
const regions = 17
const checksOfService = 15
/** Findings on one resource, which share its record. */
const findingsOfResource = 8

interface Cell {
  readonly check: number
  readonly status: 'PASS' | 'FAIL'
  readonly wording: number
}
interface Resource {
  readonly number: number
  readonly cells: Cell[]
}

export const unitNames: readonly string[] = Array.from(
  { length: services * regions },
  (_, at) => `service${Math.floor(at / regions)}/region-${at % regions}`,
)

const severities = ['informational', 'low', 'medium', 'high', 'critical'] as const

export class SyntheticAccount {
  readonly #random: () => number
  readonly #units: Resource[][]
  #next = 0

  constructor(live: number, seed: number) {
    this.#random = seeded(seed)
    const resources = Math.ceil(live / findingsOfResource)
    this.#units = unitNames.map(() => [])
    for (let at = 0; at < resources; at += 1)
      this.#units[at % unitNames.length]?.push(this.#resource())
  }

  #resource(): Resource {
    const first = Math.floor(this.#random() * (checksOfService - findingsOfResource + 1))
    const cells = Array.from(
      { length: findingsOfResource },
      (_, at): Cell => ({
        check: first + at,
        status: this.#random() < 0.7 ? 'PASS' : 'FAIL',
        wording: 0,
      }),
    )
    return { number: this.#next++, cells }
  }

  /** A day passes: 2 % of the verdicts flip, 1 % of the resources are deleted, 1 % are new, 9 % change their text. */
  change(): void {
    for (const [at, resources] of this.#units.entries()) {
      this.#units[at] = resources
        .filter(() => this.#random() >= 0.01)
        .map(({ number, cells }) => ({
          number,
          cells: cells.map((cell): Cell => {
            const drawn = this.#random()
            if (drawn < 0.02) return { ...cell, status: cell.status === 'PASS' ? 'FAIL' : 'PASS' }
            return drawn < 0.11 ? { ...cell, wording: cell.wording + 1 } : cell
          }),
        }))
      for (let one = 0; one < resources.length; one += 1) {
        if (this.#random() < 0.01) this.#units[at]?.push(this.#resource())
      }
    }
  }

  /** The observations of a scan of one unit. */
  observe(at: number): Observation[] {
    const [service = '', region = ''] = (unitNames[at] ?? '').split('/')
    return (this.#units[at] ?? []).flatMap((resource) => {
      const uid = `arn:aws:${service}:${region}:123456789012:item/${resource.number}`
      const raw_result = {
        uid,
        name: `item-${resource.number}`,
        encrypted: true,
        tags: ['a', 'b'],
      }
      return resource.cells.map(({ check, status, wording }): Observation => {
        const check_id = `${service}_check_${check}`
        return {
          uid: `plumbline-aws-${check_id}-123456789012-${uid}`,
          check_id,
          status,
          severity: severities[check % 5] ?? 'low',
          status_extended:
            `The item ${resource.number} in ${region} has a setting that ` +
            `${status === 'PASS' ? 'is as it should be' : 'lets others in'}; it was read as value ${wording}.`,
          service,
          region,
          resource_type: `Aws${service}Item`,
          resource: {
            uid,
            name: `item-${resource.number}`,
            region,
            service,
            type: `Aws${service}Item`,
            partition: 'aws',
            tags: { environment: resource.number % 3 === 0 ? 'production' : 'test' },
          },
          raw_result,
        }
      })
    })
  }
}
