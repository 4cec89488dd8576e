import { type OpenOptions, type Session, setting } from '../../kit/index.ts'
import { type Api, broken, objectOf, pagesOf } from './calls.ts'
import type { CallName, Details, GitHub, ListedRepository } from './client.ts'
import { credentialsOf } from './credentials.ts'
import { detailsOf, workflowsOf } from './graphql.ts'
import { installationOf } from './installation.ts'
import { notAllSeen, repositoriesOf } from './listed.ts'
import { RateLimits } from './rate-limits.ts'
import { type Reach, reachOf } from './sign-in.ts'

export const origin = 'https://api.github.com'

/** Repositories per GraphQL query: GitHub times out after ten seconds. */
const chunkSize = 20

interface Listing {
  readonly call: CallName
  readonly path: string
  /** The response member that contains the list; null if the response is the list. */
  readonly under: string | null
}

const oldestFirst = 'sort=created&direction=asc&per_page=100' // a new repository does not move others to another page

function listingOf({ account }: Reach, isApp: boolean): Listing {
  if (isApp)
    return {
      call: 'GET /installation/repositories',
      path: '/installation/repositories?per_page=100',
      under: 'repositories',
    }
  return account.isOrganization
    ? {
        call: 'GET /orgs/{org}/repos',
        path: `/orgs/${account.login}/repos?type=all&${oldestFirst}`,
        under: null,
      }
    : { call: 'GET /user/repos', path: `/user/repos?affiliation=owner&${oldestFirst}`, under: null }
}

interface Chunk {
  details?: Promise<ReadonlyMap<string, Details>>
  workflows?: ReturnType<typeof workflowsOf>
  readonly ids: readonly string[]
}

/** The client of a scan's unit. */
class Client implements GitHub {
  readonly account: GitHub['account']
  readonly broken = broken
  readonly #api: Api
  readonly #reach: Reach
  readonly #listing: Listing
  readonly #signal: AbortSignal
  readonly #chunks = new WeakMap<ListedRepository, Chunk>()

  constructor(api: Api, reach: Reach, listing: Listing, signal: AbortSignal) {
    this.account = reach.account
    this.#api = api
    this.#reach = reach
    this.#listing = listing
    this.#signal = signal
  }

  async *repositories(): AsyncGenerator<ListedRepository> {
    const { call, path, under } = this.#listing
    const { login, isOrganization } = this.account
    const seen = new Set<number>()
    let internal = 0
    let problem: Error | null = null
    for await (const page of pagesOf(this.#api, call, path, { under, signal: this.#signal })) {
      const listed = repositoriesOf(call, page)
      problem ??= listed.problem
      const fresh = listed.repositories.filter(({ id }) => !seen.has(id) && seen.add(id))
      const own = fresh.filter(({ full_name }) =>
        full_name.toLowerCase().startsWith(`${login.toLowerCase()}/`),
      )
      internal += own.filter(({ visibility }) => visibility === 'internal').length
      if (own.length < fresh.length) problem ??= broken(call, 'only repositories of the account')
      yield* this.#inChunks(own)
    }
    if (problem) throw problem
    const { repositories, seesAll } = this.#reach
    // It is not documented whether the number includes internal repositories: a surplus of internal ones must not hide
    // missing private ones.
    if (seesAll || seen.size === repositories) return
    if (repositories !== null && seen.size - internal >= repositories) return
    throw notAllSeen(repositories === null && isOrganization ? 'GET /orgs/{org}' : call)
  }

  *#inChunks(repositories: readonly ListedRepository[]) {
    for (let at = 0; at < repositories.length; at += chunkSize) {
      const some = repositories.slice(at, at + chunkSize)
      const chunk: Chunk = { ids: some.map(({ node_id }) => node_id) }
      for (const repository of some) this.#chunks.set(repository, chunk)
      yield* some
    }
  }

  async details(repository: ListedRepository): Promise<Details> {
    const chunk = this.#chunkOf(repository)
    chunk.details ??= detailsOf(this.#api, chunk.ids, this.#signal)
    return (await chunk.details).get(repository.node_id) ?? this.#lost()
  }

  async workflows(repository: ListedRepository) {
    const chunk = this.#chunkOf(repository)
    chunk.workflows ??= workflowsOf(this.#api, chunk.ids, this.#signal)
    return (await chunk.workflows).get(repository.node_id) ?? this.#lost()
  }

  #chunkOf(repository: ListedRepository): Chunk {
    return this.#chunks.get(repository) ?? this.#lost()
  }

  #lost(): never {
    throw new RangeError('a repository that was not listed')
  }

  object(call: CallName, path: string) {
    return objectOf(this.#api, call, path, this.#signal)
  }

  async *objects(call: CallName, path: string) {
    const options = { under: null, signal: this.#signal }
    for await (const page of pagesOf(this.#api, call, path, options)) yield* page
  }
}

/** Signs in to GitHub: reads the owner of the credentials and their access to the account. Throws ScanProblem. */
export async function openSession({
  uid,
  secret,
  config,
  http,
  clock,
  signal,
}: OpenOptions): Promise<Session<GitHub>> {
  const credentials = credentialsOf(secret)
  const base = (setting(config, 'endpoint_url', '') || origin).replace(/\/+$/, '')
  const limits = new RateLimits(clock)
  const asked = { http, clock, limits, base }
  let api: Api
  let reach: Reach
  if (credentials.kind === 'token') {
    const header = `Bearer ${credentials.token}`
    api = { ...asked, authorization: async () => header }
    reach = await reachOf(api, uid, signal)
  } else {
    const none = { ...asked, authorization: async () => '' }
    const installation = await installationOf(none, credentials, uid, signal)
    api = { ...asked, authorization: (unitSignal) => installation.authorization(unitSignal) }
    const { account, isSelected, missing } = installation
    reach = { account, repositories: null, seesAll: !isSelected, missing }
  }
  const listing = listingOf(reach, credentials.kind === 'app')
  return {
    account: uid ?? reach.account.login,
    partition: '',
    regions: [],
    home: '',
    gaps: [],
    missing: reach.missing,
    client: (_region, unitSignal) => new Client(api, reach, listing, unitSignal),
  }
}
