import { isEnabled } from '../account.ts'
import type { Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import { filtersOf, keep } from './filters.ts'

export const describeRegions: Operation = {
  answer: ({ account, input }) => {
    const names = input.texts('RegionName')
    const unknown = names.find((name) => account.regions.every((region) => region.name !== name))
    if (unknown !== undefined)
      throw new Fault('InvalidParameterValue', 400, `Invalid region: ${unknown}`)
    const all = input.text('AllRegions') === 'true'
    const regions = account.regions.filter(
      (region) => (all || isEnabled(region)) && (names.length === 0 || names.includes(region.name)),
    )
    const kept = keep(regions, filtersOf(input), {
      'region-name': ({ name }) => [name],
      'opt-in-status': ({ optIn }) => [optIn],
    })
    return {
      regionInfo: kept.map(({ name, optIn }) => ({
        regionName: name,
        regionEndpoint: `ec2.${name}.amazonaws.com`,
        optInStatus: optIn,
      })),
    }
  },
}
