/** What findings are about, over HTTP, compared with the findings themselves. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { type Client, type Item, world } from '../../testing/index.ts'

const there = await world()
after(async () => {
  await there.close()
  await there.test.close()
})
const { acme, rival } = there
const provider = await acme.provider()
await acme.scanOnly(provider, 's3', 'iam', 'ec2')
const older = await acme.scan(provider)
const scan = await acme.scan(provider)

async function every(client: Client, path: string): Promise<Item[]> {
  const rows: Item[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await client.get(`${path}&page[size]=100&page[number]=${page}`)
    rows.push(...answer.items)
    pages = Math.ceil(answer.count / 100)
  }
  return rows
}

const distinct = (values: readonly string[]): string[] =>
  [...new Set(values)].filter(Boolean).sort()

/** The facets from the rows; regions are in their resources. */
const facetsOf = (rows: readonly Item[]) => ({
  services: distinct(rows.map((row) => row.text('check_metadata', 'servicename'))),
  resource_types: distinct(rows.map((row) => row.text('check_metadata', 'resourcetype'))),
  categories: distinct(rows.flatMap((row) => row.texts('categories'))),
  groups: distinct(rows.map((row) => String(row.at('resource_groups') ?? ''))),
})

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** How many rows have each of the values. */
function countsOf(rows: readonly Item[]): Counts {
  const counted = (valuesOf: (row: Item) => readonly string[]) => {
    const all = rows.flatMap(valuesOf)
    return Object.fromEntries(
      distinct(all).map((value) => [value, all.filter((one) => one === value).length]),
    )
  }
  return {
    services: counted((row) => [row.text('check_metadata', 'servicename')]),
    resource_types: counted((row) => [row.text('check_metadata', 'resourcetype')]),
    categories: counted((row) => row.texts('categories')),
    groups: counted((row) => [String(row.at('resource_groups') ?? '')]),
  }
}

const questions = [
  '',
  'filter[status]=FAIL',
  'filter[severity]=critical&filter[service__in]=s3,iam',
  'filter[category]=encryption',
  'filter[muted]=true',
  'filter[check_id__icontains]=S3_',
  'filter[search]=larkspur',
  'filter[delta]=new',
  'filter[resource_name__icontains]=access',
  `filter[provider]=${newId()}`,
]

for (const question of questions) {
  test(`the metadata of findings says what the list has: ${question || 'all'}`, async () => {
    const everywhere = [
      ['/findings?', '/findings/metadata?'],
      ['/findings/latest?', '/findings/metadata/latest?'],
      [`/findings?filter[scan]=${scan}&`, `/findings/metadata?filter[scan]=${scan}&`],
      [`/findings?filter[scan]=${older}&`, `/findings/metadata?filter[scan]=${older}&`],
      [
        '/findings?filter[inserted_at__gte]=2020-01-01&',
        '/findings/metadata?filter[inserted_at__gte]=2020-01-01&',
      ],
    ] as const
    for (const [list, about] of question === '' ? everywhere : [everywhere[1], everywhere[3]]) {
      const { regions, counts, ...facets } = (await acme.get(about + question)).item.attributes
      const rows = await every(acme, list + question)
      deepEqual(facets, facetsOf(rows), about)
      deepEqual(counts, { ...countsOf(rows), regions: (counts as Counts)['regions'] }, about)
      const inside = question === '' ? (regions as string[]) : []
      for (const region of inside) {
        const { count } = await acme.get(`${list}filter[region]=${region}&page[size]=1`)
        equal(count, (counts as Counts)['regions']?.[region])
      }
      const regionList = distinct(regions as string[]).join(',')
      if (regionList === '') continue
      const { count: inThem } = await acme.get(
        `${list}${question}&filter[region__in]=${regionList}`,
      )
      const { count: inAll } = await acme.get(`${list}${question}`)
      equal(inThem, inAll, 'no region is left out')
    }
  })
}

test('services and regions alone are those of the metadata', async () => {
  const { services, regions } = (await acme.get('/findings/metadata')).item.attributes
  const { item } = await acme.get('/findings/findings_services_regions')
  equal(item.type, 'finding-dynamic-filters')
  deepEqual(item.attributes, { services, regions })
})

test('sparse fields narrow the metadata, and what is no filter is refused', async () => {
  const { item } = await acme.get('/findings/metadata?fields[findings-metadata]=groups')
  deepEqual(Object.keys(item.attributes), ['groups'])
  equal((await acme.get('/findings/metadata?filter[nothing]=1')).status, 400)
  equal((await acme.get('/findings/metadata/latest?filter[inserted_at]=2026-01-01')).status, 400)
})

test('the metadata of a tenant without findings is empty, whatever others have', async () => {
  const { item } = await rival.get('/findings/metadata/latest')
  const { counts, ...facets } = item.attributes
  deepEqual(
    Object.values(counts as Counts).map((values) => Object.keys(values).length),
    [0, 0, 0, 0, 0],
  )
  deepEqual(
    Object.values(facets).map((values) => (values as string[]).length),
    [0, 0, 0, 0, 0],
  )
})
