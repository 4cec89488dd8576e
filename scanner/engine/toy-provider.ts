// A provider of boxes and shelves without a network, for tests of the engine.
import {
  type CheckFacts,
  CallProblem,
  checkFor,
  each,
  fail,
  type Http,
  type Maybe,
  pass,
  type Provider,
  provider,
  type Resource,
  read,
  type SessionGap,
  service,
} from '../kit/index.ts'

interface Box extends Resource {
  readonly shelf: string
  readonly lid: Maybe<boolean>
  readonly weight: Maybe<number>
}

interface Shelf extends Resource {
  readonly strength: Maybe<number>
}

interface Store {
  boxes: Box
  shelves: Shelf
}

/** The toy's resources and its simulated failures. */
export interface ToyState {
  boxes: number
  /** The boxes that the list describes incompletely. */
  incomplete?: readonly number[]
  shelfStrength?: number
  /** Called with each call's name, such as `lid:3` or `boxes`; may throw, may wait. */
  onCall?: (name: string, region: string, signal: AbortSignal) => Promise<void> | void
  regions?: readonly string[]
  gaps?: readonly SessionGap[]
}

export const denied = (action: string) => new CallProblem('AccessDenied', 'denied', action, 'no')

const check = checkFor<Store>()
const text = { title: 'T', risk: 'R', fix: { text: 'F' }, source: 'https://example.org' }

const lid = check({
  ...text,
  id: 'box_has_lid',
  over: 'boxes',
  needs: ['lid'],
  judge: ({ name, lid }) => (lid ? pass(`${name} has a lid.`) : fail(`${name} has no lid.`)),
})

const carried = check({
  ...text,
  id: 'box_is_carried',
  over: 'boxes',
  needs: ['weight'],
  config: { spare_weight: 0 },
  with: { shelves: { by: 'name', fields: ['strength'] } },
  judge: ({ name, shelf, weight }, { config, joined }) => {
    const strength = joined.shelves.get(shelf)?.strength ?? 0
    return weight + config.spare_weight <= strength
      ? pass(`${name} weighs ${weight}.`)
      : fail(`${name} weighs ${weight}, too much for ${shelf}.`, { severity: 'critical' })
  },
})

const buggy = check({
  ...text,
  id: 'box_breaks_judge',
  over: 'boxes',
  needs: [],
  judge: ({ name }) => {
    if (name === 'box-1') throw new TypeError('a bug')
    return [pass('First.'), fail('Second.'), fail('Third.')]
  },
})

const facts = (id: string, severity: CheckFacts['severity']): [string, CheckFacts] => [
  id,
  {
    id,
    service: 'store',
    severity,
    resource_type: 'Box',
    resource_group: 'storage',
    categories: [],
    config_keys: [],
    aliases: id === 'box_has_lid' ? ['box_is_closed'] : [],
    deprecated: false,
  },
]

interface Client {
  call(name: string): Promise<void>
}

const store = (state: ToyState) =>
  service<Store, Client>({
    name: 'store',
    scope: 'regional',
    kinds: {
      boxes: {
        list: ['store:ListBoxes'],
        fields: { lid: ['store:GetLid'], weight: ['store:GetWeight'] },
        cap: 'max_boxes',
      },
      shelves: { list: ['store:ListShelves'], fields: { strength: ['store:GetStrength'] } },
    },
    collect: ({ client, region }) => ({
      boxes: each<number, Box>(
        (async function* () {
          await client.call('boxes')
          for (let n = 0; n < state.boxes; n++) yield n
          await client.call('boxes-end')
        })(),
        (n) => {
          if (state.incomplete?.includes(n))
            throw new CallProblem('broken_answer', 'error', 'store:ListBoxes', 'no shelf')
          return {
            uid: `toy:${region}:box/${n}`,
            name: `box-${n}`,
            region,
            shelf: 'top',
            lid: read(async () => {
              await client.call(`lid:${n}`)
              return n % 2 === 0
            }),
            weight: read(async () => {
              await client.call(`weight:${n}`)
              return n
            }),
          }
        },
      ),
      shelves: each<string, Shelf>(
        (async function* () {
          await client.call('shelves')
          yield 'top'
        })(),
        (name) => ({
          uid: `toy:${region}:shelf/${name}`,
          name,
          region,
          strength: read(async () => {
            await client.call('strength')
            return state.shelfStrength ?? 2
          }),
        }),
      ),
    }),
    checks: [lid, carried, buggy],
  })

export const toyProvider = (state: ToyState): Provider<Client> =>
  provider<Client>({
    type: 'toy',
    catalog: new Map([
      facts('box_has_lid', 'low'),
      facts('box_is_carried', 'high'),
      facts('box_breaks_judge', 'low'),
    ]),
    services: { store: async () => store(state) },
    settings: {
      max_boxes: { about: 'Boxes of a region that are looked at.' },
      regions: {
        about: 'Where boxes are.',
        item: { is: (text) => /^\w+$/.test(text), called: 'directions' },
      },
    },
    hosts: [],
    limits: { each: 1, overall: 1, perSecond: 1 },
    signInActions: ['store:SignIn'],
    open: async ({ uid }) => ({
      account: uid ?? 'toy',
      partition: 'toy',
      home: 'north',
      regions: state.regions ?? ['north', 'south'],
      gaps: state.gaps ?? [],
      client: (region, signal) => ({
        async call(name) {
          signal.throwIfAborted()
          await state.onCall?.(name, region, signal)
        },
      }),
    }),
    locate(uid) {
      const [toy, region, rest] = uid.split(':')
      if (toy !== 'toy' || !region || !rest) return []
      const account = rest.startsWith('foreign/') ? 'other' : null
      const kind = rest.startsWith('shelf/') ? 'shelves' : 'boxes'
      return [{ service: 'store', kind, region, account }]
    },
  })

/** A client that must not be used. */
export const noHttp: Http = {
  call: () => Promise.reject(new Error('the toy provider has no network')),
  statistics: () => [],
  close: () => undefined,
}
