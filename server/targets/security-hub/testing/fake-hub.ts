/** Security Hub, with the calls of STS and EC2 that signing in needs, over loopback: it checks signatures and limits. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import { isSignedWith, readSignature } from '@plumbline/scanner/testing'
import { asffSchema } from './asff-schema.ts'
import { Rates } from '../../testing/rates.ts'

/** What happens to a call instead; `lost` performs the call without a response. */
export type Mishap =
  | { readonly status: number; readonly code: string; readonly headers?: Record<string, string> }
  | 'hang'
  | 'reset'
  | 'cut'
  | 'lost'

export type Known = Readonly<Record<string, unknown>> & {
  readonly Id: string
  readonly ProductArn: string
  readonly UpdatedAt: string
}

const account = '123456789012'
const keys = { accessKeyId: 'AKIDHUB', secretAccessKey: 'a secret of the hub' }
const assumed = {
  accessKeyId: 'ASIAHUB',
  secretAccessKey: 'a secret of the session',
  sessionToken: 'a session',
}
const role = `arn:aws:iam::${account}:role/findings`
const externalId = 'the tenant'
const isValid = new Ajv({ strict: true, allErrors: true }).compile(asffSchema)

interface Call {
  readonly name: string
  readonly region: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly response: ServerResponse
}
type Filter = { readonly Key?: string; readonly Value: string; readonly Comparison: string }

const names: Readonly<Record<string, string>> = {
  'GET /accounts': 'DescribeHub',
  'GET /productSubscriptions': 'ListEnabledProductsForImport',
  'POST /findings/import': 'BatchImportFindings',
  'POST /findings': 'GetFindings',
}

export class FakeHub {
  /** What the hub of each region has, by id. */
  readonly findings = new Map<string, Map<string, Known>>()
  /** Whether a region of the account has a hub. */
  readonly regions: Record<string, boolean> = {
    'eu-west-1': true,
    'us-east-1': true,
    'us-west-2': false,
  }
  /** Name and region of each call that was signed well, and when. */
  readonly asked: { readonly name: string; readonly region: string; readonly at: number }[] = []
  /** What happens to the next calls of Security Hub. */
  readonly mishaps: Mishap[] = []
  /** Whether a call fails that no mishap waits for. */
  failing: () => Mishap | undefined = () => undefined
  /** Ids that are refused whatever their content, and how often still. */
  readonly refused = new Map<string, number>()
  /** Ids for which a whole call is refused. */
  readonly unreadable = new Set<string>()
  /** Findings of one page. */
  pageSize = 100
  /** Calls of BatchImportFindings that are taken at once, and each second from then on. */
  rate = { perSecond: 10, burst: 30 }
  readonly #rates = new Rates()
  readonly #server = createServer((request, response) => void this.#received(request, response))
  #origin = ''

  static async start(): Promise<FakeHub> {
    const hub = new FakeHub()
    await new Promise<void>((done) => hub.#server.listen(0, '127.0.0.1', done))
    hub.#origin = `http://127.0.0.1:${(hub.#server.address() as AddressInfo).port}`
    return hub
  }

  get origin(): string {
    return this.#origin
  }

  get account(): string {
    return account
  }

  /** Keys of the account, as a provider has them. */
  get secret(): Readonly<Record<string, string>> {
    return {
      aws_access_key_id: keys.accessKeyId,
      aws_secret_access_key: keys.secretAccessKey,
    }
  }

  /** A role of the account that these keys may assume. */
  get roleSecret(): Readonly<Record<string, string>> {
    return { ...this.secret, role_arn: role, external_id: externalId }
  }

  /** What a region has, as it was last imported. */
  in(region: string): Known[] {
    return [...(this.findings.get(region)?.values() ?? [])]
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  async #received(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '', url = '' } = request
    const headers = request.headers as Record<string, string>
    const [path = '', search = ''] = url.split('?')
    const signature = readSignature(headers['authorization'])
    const who = [keys, assumed].find((one) => one.accessKeyId === signature?.accessKeyId)
    const token = who === assumed ? assumed.sessionToken : undefined
    const isKnown = who && headers['x-amz-security-token'] === token
    if (!signature || !isKnown) return refuse(response, 403, 'UnrecognizedClientException')
    if (!isSignedWith({ method, path, search, headers, body }, signature, who.secretAccessKey))
      return refuse(response, 403, 'InvalidSignatureException')
    const { service, region } = signature
    if (service === 'sts' || service === 'ec2')
      return this.#signIn(new URLSearchParams(body.toString()), response)
    const name = names[`${method} ${path}`]
    if (service !== 'securityhub' || !name) return refuse(response, 404, 'UnknownOperation')
    this.asked.push({ name, region, at: performance.now() })
    const mishap = this.mishaps.shift() ?? this.failing()
    if (mishap === 'hang') return
    if (mishap === 'reset') return void response.destroy()
    if (mishap === 'cut') {
      response.writeHead(200, { 'content-length': '1000' }).write('{"Failed')
      return void setTimeout(() => response.destroy(), 20)
    }
    if (mishap === 'lost') response.end = () => response.destroy()
    else if (mishap) return refuse(response, mishap.status, mishap.code, mishap.headers)
    if (!this.regions[region]) return refuse(response, 401, 'InvalidAccessException')
    this.#answer({ name, region, query: new URLSearchParams(search), body, response })
  }

  #signIn(form: URLSearchParams, response: ServerResponse): void {
    const action = form.get('Action')
    const answer = (content: string): void =>
      void response.end(
        `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`,
      )
    if (action === 'GetCallerIdentity') return answer(`<Account>${account}</Account>`)
    if (action === 'DescribeRegions') {
      const items = Object.keys(this.regions).map(
        (name) => `<item><regionName>${name}</regionName></item>`,
      )
      return void response.end(
        `<DescribeRegionsResponse><regionInfo>${items.join('')}</regionInfo></DescribeRegionsResponse>`,
      )
    }
    if (form.get('RoleArn') !== role || form.get('ExternalId') !== externalId)
      return void response
        .writeHead(403)
        .end('<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>')
    const ends = new Date(Date.now() + 3_600_000).toISOString()
    answer(
      `<Credentials><AccessKeyId>${assumed.accessKeyId}</AccessKeyId><SecretAccessKey>${assumed.secretAccessKey}</SecretAccessKey><SessionToken>${assumed.sessionToken}</SessionToken><Expiration>${ends}</Expiration></Credentials>`,
    )
  }

  #answer(call: Call): void {
    const { name, region, response } = call
    if (name === 'DescribeHub')
      return json(response, { HubArn: `arn:aws:securityhub:${region}:${account}:hub/default` })
    if (name === 'ListEnabledProductsForImport') {
      const subscription = `arn:aws:securityhub:${region}:${account}:product-subscription`
      const isSecond = call.query.get('NextToken') === '2'
      return json(response, {
        ProductSubscriptions: [
          `${subscription}/${isSecond ? 'aws/guardduty' : `${account}/default`}`,
        ],
        ...(!isSecond && { NextToken: '2' }),
      })
    }
    if (name === 'GetFindings') return this.#get(call)
    if (!this.#hasTurn(region)) return refuse(response, 429, 'TooManyRequestsException')
    this.#import(call)
  }

  #hasTurn(region: string): boolean {
    return this.#rates.takes(region, this.rate, performance.now())
  }

  #import({ region, body, response }: Call): void {
    if (body.length > 6_291_456) return refuse(response, 413, 'RequestEntityTooLargeException')
    const { Findings: given } = JSON.parse(body.toString()) as { Findings: Known[] }
    if (!Array.isArray(given) || given.length < 1 || given.length > 100)
      return refuse(response, 400, 'InvalidInputException')
    if (given.some(({ Id }) => this.unreadable.has(Id)))
      return refuse(response, 400, 'InvalidInputException')
    const failed: object[] = []
    const known = this.findings.get(region) ?? new Map<string, Known>()
    this.findings.set(region, known)
    for (const one of given) {
      const why = this.#whyNot(one, region)
      if (why) failed.push({ Id: one.Id, ...why })
      else this.#take(known, one)
    }
    json(response, {
      FailedCount: failed.length,
      SuccessCount: given.length - failed.length,
      FailedFindings: failed,
    })
  }

  #whyNot(one: Known, region: string): object | undefined {
    const left = this.refused.get(one.Id) ?? 0
    if (left > 0) {
      this.refused.set(one.Id, left - 1)
      return { ErrorCode: 'InternalFailure', ErrorMessage: 'Try again.' }
    }
    if (Buffer.byteLength(JSON.stringify(one)) > 240_000)
      return { ErrorCode: 'InvalidInput', ErrorMessage: 'The finding is larger than 240 KB.' }
    if (!isValid(one))
      return { ErrorCode: 'InvalidInput', ErrorMessage: JSON.stringify(isValid.errors) }
    if (one.ProductArn !== `arn:aws:securityhub:${region}:${account}:product/${account}/default`)
      return { ErrorCode: 'InvalidAccess', ErrorMessage: 'The product is not enabled.' }
    return undefined
  }

  /** What is not newer is ignored, and what a customer has set stays. */
  #take(known: Map<string, Known>, one: Known): void {
    const before = known.get(one.Id)
    if (before && Date.parse(one.UpdatedAt) <= Date.parse(before.UpdatedAt)) return
    const kept = before && { Workflow: before['Workflow'], Note: before['Note'] }
    const added = { 'aws/securityhub/FindingId': `${one.ProductArn}/${one.Id}` }
    const fields = { ...(one['ProductFields'] as object), ...added }
    known.set(one.Id, { Workflow: { Status: 'NEW' }, ...one, ...kept, ProductFields: fields })
  }

  #get({ region, body, response }: Call): void {
    const asked = JSON.parse(body.toString()) as {
      Filters: Readonly<Record<string, readonly Filter[]>>
      MaxResults: number
      NextToken?: string
    }
    const found = this.in(region).filter((one) =>
      Object.entries(asked.Filters).every(([name, filters]) =>
        filters.some((filter) => matches(one[name], filter)),
      ),
    )
    // By what comes after the last one of a page, as it stays true while findings are archived.
    const after = asked.NextToken ?? ''
    const rest = found.filter(({ Id }) => Id > after).toSorted((a, b) => (a.Id < b.Id ? -1 : 1))
    const page = rest.slice(0, Math.min(this.pageSize, asked.MaxResults))
    const next = page.length < rest.length ? page.at(-1)?.Id : undefined
    json(response, { Findings: page, ...(next && { NextToken: next }) })
  }
}

function matches(value: unknown, { Key: key, Value: wanted, Comparison: how }: Filter): boolean {
  const text = key === undefined ? value : (value as Record<string, string> | undefined)?.[key]
  if (typeof text !== 'string') return false
  return how === 'PREFIX' ? text.startsWith(wanted) : how === 'EQUALS' && text === wanted
}

const json = (response: ServerResponse, content: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))

const refuse = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void =>
  void response
    .writeHead(status, { ...headers, 'x-amzn-errortype': `${code}:http://internal.amazon.com/` })
    .end(JSON.stringify({ Message: `It is ${code}.` }))
