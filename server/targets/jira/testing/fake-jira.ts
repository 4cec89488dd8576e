/** A site of Jira Cloud on loopback: it enforces its limits, its search lags, and it fails on a test's request. */
import { FakeTarget, type Asked, type Reply } from '../../testing/fake-target.ts'
import type { JiraAccess } from '../access.ts'
import { createFaults, type FakeField, type Fields, type FakeType, updateFaults } from './fields.ts'

export interface FakeProject {
  readonly name: string
  readonly types: readonly FakeType[]
}
export interface FakeIssue {
  readonly id: string
  key: string
  project: string
  /** Keys that it had before it was moved: they lead to it. */
  readonly formerKeys: string[]
  /** The account of the test does not see it. */
  isHidden: boolean
  fields: Fields
  status: 'new' | 'indeterminate' | 'done'
  readonly createdAt: number
  readonly comments: { readonly body: unknown; readonly properties: unknown }[]
}

class Refused extends Error {
  readonly reply: Reply
  constructor(status: number, body: unknown) {
    super(`${status}`)
    this.reply = { status, body }
  }
}
const general = (status: number, message: string) =>
  new Refused(status, { errorMessages: [message], errors: {} })

const field = (fieldId: string, name: string, required = false): FakeField => ({
  fieldId,
  name,
  required,
  hasDefaultValue: false,
  schema: { type: 'string' },
})
export const usualFields: readonly FakeField[] = [
  field('project', 'Project', true),
  field('issuetype', 'Issue Type', true),
  field('summary', 'Summary', true),
  field('description', 'Description'),
  field('labels', 'Labels'),
  { ...field('reporter', 'Reporter', true), hasDefaultValue: true },
]
export const requiredField = (id: string, name: string): FakeField => field(id, name, true)

const cloudId = '11111111-2222-3333-4444-555555555555'
const root = '/rest/api/3'

export class FakeJira extends FakeTarget {
  readonly projects = new Map<string, FakeProject>([
    [
      'OPS',
      {
        name: 'Operations',
        types: [
          { id: '10001', name: 'Task', subtask: false, fields: usualFields },
          { id: '10002', name: 'Sub-task', subtask: true, fields: usualFields },
        ],
      },
    ],
  ])
  readonly issues: FakeIssue[] = []
  /** Where issues may be moved to. */
  transitions: readonly FakeIssue['status'][] = ['new', 'indeterminate', 'done']
  /** How long a search does not find what was made. */
  searchLagMs = 0
  /** Pages of a search that come before the first with issues. */
  blankPages = 0
  /** The token has scopes: only the other address takes it. */
  isScoped = false
  pageSize = 50
  now: () => number = Date.now
  readonly #token = 'a token of the test'

  constructor() {
    super((asked) => this.#reply(asked))
    // Source: "Rate limiting", Jira Cloud platform: by method and endpoint, and writes by issue.
    this.limited = ({ method, path }) => {
      const perSecond = method === 'GET' || method === 'POST' ? 100 : 50
      const [, issue, rest = ''] = /\/issue\/([A-Z]\w*-\d+)(.*)/.exec(path) ?? []
      const key = `${method} ${issue === undefined ? path : `issue${rest}`}`
      const write = { key: `write ${issue}`, perSecond: 10, burst: 20 }
      const isWrite = issue !== undefined && method !== 'GET'
      return [{ key, perSecond, burst: perSecond }, ...(isWrite ? [write] : [])]
    }
    this.busy = {
      ...this.busy,
      headers: { 'retry-after': '1', 'ratelimit-reason': 'jira-burst-based' },
      body: { errorMessages: ['Rate limit exceeded.'], errors: {} },
    }
  }

  static start(): Promise<FakeJira> {
    return new FakeJira().listen()
  }

  get access(): JiraAccess {
    const origins = { site: this.origin, api: this.origin }
    return { domain: 'acme', user_mail: 'bot@acme.example', api_token: this.#token, origins }
  }

  /** By its key, a former one or its id, as far as the account sees it. */
  issue(name: string): FakeIssue {
    const found = this.issues.find((one) => !one.isHidden && isCalled(one, name))
    if (!found) {
      throw general(404, 'Issue does not exist or you do not have permission to see it.')
    }
    return found
  }

  /** Into another project, where it gets another key. */
  move(issue: FakeIssue, project: string): void {
    issue.formerKeys.push(issue.key)
    issue.project = project
    issue.key = `${project}-${1_000 + Number(issue.id)}`
  }

  #reply(asked: Asked): Reply {
    try {
      return this.#answer(asked)
    } catch (error) {
      if (error instanceof Refused) return error.reply
      throw error
    }
  }

  #answer(asked: Asked): Reply {
    const { method, path, headers } = asked
    if (path === '/_edge/tenant_info') return { status: 200, body: { cloudId } }
    const { user_mail, api_token } = this.access
    const expected = `Basic ${Buffer.from(`${user_mail}:${api_token}`).toString('base64')}`
    const prefix = this.isScoped ? `/ex/jira/${cloudId}${root}` : root
    if (headers['authorization'] !== expected || !path.startsWith(`${prefix}/`))
      return {
        status: 401,
        body: { message: 'Client must be authenticated to access this resource.' },
      }
    const parts = path.slice(prefix.length + 1).split('/')
    const body = asked.body.length > 0 ? (JSON.parse(asked.body.toString()) as Fields) : {}
    const [first = '', second = '', third = ''] = parts
    switch (`${method} ${first}`) {
      case 'GET myself':
        return { status: 200, body: { accountId: 'bot', emailAddress: user_mail } }
      case 'GET project':
        return this.#projects(asked)
      case 'POST search':
        if (second !== 'jql') return general(410, 'The requested API has been removed.').reply
        return this.#search(body)
      default:
    }
    if (first !== 'issue') return general(404, 'No such resource.').reply
    if (second === 'createmeta') return this.#form(asked, parts.slice(2))
    if (method === 'POST' && second === '') return { status: 201, body: this.#create(body) }
    if (method === 'POST' && second === 'bulkfetch') return this.#fetchAll(body)
    if (method === 'GET' && second !== '' && third === '')
      return { status: 200, body: shown(this.issue(second)) }
    if (method === 'PUT' && third === '') return this.#update(this.issue(second), body)
    if (third === 'comment') return this.#comments(method, this.issue(second), body)
    if (third === 'transitions') return this.#transitions(method, this.issue(second), body)
    return general(405, 'Method not allowed.').reply
  }

  #page<Row>({ query }: Asked, rows: readonly Row[], name: string): Reply {
    const startAt = Number(query.get('startAt') ?? 0)
    const maxResults = Math.min(Number(query.get('maxResults') ?? 50), this.pageSize)
    const page = rows.slice(startAt, startAt + maxResults)
    return { status: 200, body: { startAt, maxResults, total: rows.length, [name]: page } }
  }

  #projects(asked: Asked): Reply {
    const rows = [...this.projects].map(([key, { name, types }]) => {
      const issueTypes = types.map(({ id, name, subtask }) => ({ id, name, subtask }))
      return { key, name, ...(asked.query.get('expand') === 'issueTypes' && { issueTypes }) }
    })
    return this.#page(asked, rows, 'values')
  }

  #form(asked: Asked, [key = '', , typeId]: readonly string[]): Reply {
    const project = this.projects.get(key)
    if (!project) return general(404, `No project could be found with key '${key}'.`).reply
    if (typeId === undefined) {
      const rows = project.types.map(({ id, name, subtask }) => ({ id, name, subtask }))
      return this.#page(asked, rows, 'issueTypes')
    }
    const type = project.types.find(({ id }) => id === typeId)
    return type
      ? this.#page(asked, type.fields, 'fields')
      : general(404, 'No such issue type.').reply
  }

  #create({ fields }: Fields): object {
    const asked = (fields ?? {}) as Fields
    const key = (asked['project'] as { key?: string } | undefined)?.key ?? ''
    const project = this.projects.get(key)
    const errors = createFaults(asked, project?.types)
    if (errors) throw new Refused(400, { errorMessages: [], errors })
    const id = String(20_000 + this.issues.length)
    const issue: FakeIssue = {
      id,
      key: `${key}-${this.issues.length + 1}`,
      project: key,
      formerKeys: [],
      isHidden: false,
      fields: asked,
      status: 'new',
      createdAt: this.now(),
      comments: [],
    }
    this.issues.push(issue)
    return { id, key: issue.key, self: `${this.origin}${root}/issue/${id}` }
  }

  #fetchAll({ issueIdsOrKeys }: Fields): Reply {
    const keys = issueIdsOrKeys as readonly string[]
    if (keys.length > 100) return general(400, 'At most 100 issues are fetched at once.').reply
    const issues = this.issues.filter(
      (issue) => !issue.isHidden && keys.some((name) => isCalled(issue, name)),
    )
    return { status: 200, body: { issues: issues.map(shown), issueErrors: [] } }
  }

  #update(issue: FakeIssue, { fields, update }: Fields): Reply {
    const changes = (fields ?? {}) as Fields
    const added = ((update as Fields | undefined)?.['labels'] ?? []) as { readonly add: string }[]
    const labels = added.map(({ add }) => add)
    const errors = updateFaults({ ...changes, labels })
    if (errors) return { status: 400, body: { errorMessages: [], errors } }
    const known = (issue.fields['labels'] ?? []) as readonly string[]
    issue.fields = { ...issue.fields, ...changes, labels: [...new Set([...known, ...labels])] }
    return { status: 204 }
  }

  #comments(method: string, issue: FakeIssue, { body, properties }: Fields): Reply {
    if (method === 'GET') {
      const comments = issue.comments.toReversed()
      return { status: 200, body: { comments, startAt: 0, total: comments.length } }
    }
    const errors = updateFaults({ description: body })
    if (errors)
      return { status: 400, body: { errorMessages: [], errors: { comment: 'is invalid' } } }
    issue.comments.push({ body, properties })
    return { status: 201, body: { id: String(issue.comments.length) } }
  }

  #transitions(method: string, issue: FakeIssue, { transition }: Fields): Reply {
    const found = this.transitions
      .filter((key) => key !== issue.status)
      .map((key, at) => ({ id: `${issue.id}${at}`, name: key, to: { statusCategory: { key } } }))
    if (method === 'GET') return { status: 200, body: { transitions: found } }
    const chosen = found.find(({ id }) => id === (transition as Fields | undefined)?.['id'])
    if (!chosen) return general(400, 'It is not a valid transition.').reply
    issue.status = chosen.to.statusCategory.key
    return { status: 204 }
  }

  #search({ jql, nextPageToken, fields }: Fields): Reply {
    const wanted = /^project = "(\w+)" AND labels = "([\w-]+)" ORDER BY created ASC$/.exec(
      String(jql),
    )
    if (!wanted) return general(400, 'Error in the JQL query.').reply
    const [, project = '', label = ''] = wanted
    if (!this.projects.has(project))
      return general(400, `The value '${project}' does not exist for the field 'project'.`).reply
    const page = Number(nextPageToken ?? 0)
    if (page < this.blankPages)
      return { status: 200, body: { issues: [], nextPageToken: String(page + 1), isLast: false } }
    const before = this.now() - this.searchLagMs
    const found = this.issues.filter(
      (issue) =>
        issue.project === project &&
        !issue.isHidden &&
        issue.createdAt <= before &&
        ((issue.fields['labels'] ?? []) as readonly string[]).includes(label),
    )
    const named = Array.isArray(fields) && fields.length > 0
    const issues = found.map((issue) => (named ? shown(issue) : { id: issue.id }))
    return { status: 200, body: { issues, isLast: true } }
  }
}

const isCalled = ({ id, key, formerKeys }: FakeIssue, name: string): boolean =>
  name === id || name === key || formerKeys.includes(name)

const shown = ({ id, key, status, fields }: FakeIssue) => ({
  id,
  key,
  fields: {
    status: { name: 'Of its project', statusCategory: { key: status } },
    labels: fields['labels'] ?? [],
  },
})
