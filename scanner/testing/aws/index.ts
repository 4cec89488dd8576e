/** AWS at one address: determines the service and caller of a request, and responds. */
import { drawn, hexadecimal } from '../chance.ts'
import { accountService } from './account-service.ts'
import { type Account, isEnabled } from './account.ts'
import { cloudtrail } from './cloudtrail.ts'
import type { Call, Operation, Service } from './call.ts'
import type { Recognised, Request } from './request.ts'
import { ec2 } from './ec2/service.ts'
import { Fault, type Refusal, refuse } from './fault.ts'
import { iam } from './iam/service.ts'
import { kms } from './kms.ts'
import { plainServices } from './plain/index.ts'
import { cutPage } from './paging.ts'
import { isDenied } from './permissions.ts'
import { answered, faulted, type Reply } from './replies.ts'
import { isControlPath, s3Control } from './s3/control.ts'
import { s3 } from './s3/service.ts'
import { readSignature } from './signature.ts'
import { openSigners } from './signer.ts'
import { sts } from './sts.ts'

const services = [accountService, cloudtrail, ec2, iam, kms, s3, s3Control, sts, ...plainServices]

export interface Aws {
  readonly accounts: readonly Account[]
  readonly random: () => number
  readonly now: () => Date
  /** The maximum page size, whatever the request. */
  readonly pageSize: number
}

/** A parsed request without a response yet. */
export interface Asked {
  readonly service: string
  readonly operation: string
  readonly region: string
  readonly account: string | null
  readonly resource: string
  answer(): Reply
  refuse(refusal: Refusal): Reply
}

const recognised = (service: Service, request: Request): Recognised | Fault => {
  try {
    return service.recognise(request)
  } catch (error) {
    if (error instanceof Fault) return error
    if (error instanceof URIError) return new Fault('InvalidURI', 400, 'The path is not valid.')
    throw error
  }
}

/** Of several services with the same name in signatures, selects the one with the operation. */
const knows = (service: Service, request: Request): boolean => {
  const understood = recognised(service, request)
  return !(understood instanceof Fault) && Object.hasOwn(service.operations, understood.operation)
}

const serviceOf = (request: Request, name: string | undefined): Service => {
  if (name === 's3' || name === undefined) return isControlPath(request.path) ? s3Control : s3
  const named = services.filter((service) => (service.signed ?? service.name) === name)
  const [first, second] = named
  const known = second ? (named.find((service) => knows(service, request)) ?? first) : first
  if (known) return known
  // This service is not simulated: refuse every operation, in the protocol of the request.
  const json = request.headers['x-amz-target'] !== undefined
  const protocol = json ? ('json' as const) : ('query' as const)
  const recognise = () => ({ operation: '', input: { text: () => undefined, texts: () => [] } })
  return { name, prefix: name, protocol, refusals: protocol, operations: {}, recognise }
}

const permissionOf = (service: Service, operation: Operation, name: string) =>
  operation.permission ?? `${service.prefix}:${name}`

/** @returns `ask`, which parses one request; no response is sent until its `answer()`. */
export const openAws = ({ accounts, random, now, pageSize }: Aws) => {
  const signers = openSigners(accounts, random)

  return (request: Request): Asked => {
    const signature = readSignature(request.headers['authorization'])
    const service = serviceOf(request, signature?.service)
    const understood = recognised(service, request)
    const region = signature?.region ?? ''
    const owner = signers.accountOf(signature?.accessKeyId ?? '')
    const requestId = drawn(random, 32, hexadecimal)
    const name = understood instanceof Fault ? '' : understood.operation
    const operation = Object.hasOwn(service.operations, name) ? service.operations[name] : undefined

    const callOf = (account: Account, caller: Call['caller'], { input }: Recognised): Call => ({
      operation: name,
      region,
      account,
      caller,
      input,
      now: now(),
      page: (items, rule) =>
        cutPage(items, rule, { operation: name, input, family: service.refusals, cap: pageSize }),
      accountOf: (id) => accounts.find((each) => each.id === id),
      openSession: (session) => signers.openSession(session),
    })
    const nobody = { arn: '', userId: '', accountId: '' }
    const resource =
      owner && operation?.resource && !(understood instanceof Fault)
        ? operation.resource(callOf(owner, nobody, understood))
        : '*'

    const refused = (refusal: Refusal, message: string) =>
      refuse(service.refusals, refusal, message)

    /** In the order of the real services: caller, region, operation, permission, and then the response. */
    const run = (): Reply => {
      if (!signature) throw refused('unsigned', 'Request is missing Authentication Token')
      const { account, caller } = signers.verify(request, signature, service, now())
      if (service.global && region !== 'us-east-1')
        throw refused('wrong signature', 'Credential should be scoped to a valid region.')
      const here = account.regions.find((each) => each.name === region)
      if (!here || !isEnabled(here))
        throw refused('disabled region', `The credentials are not valid in ${region}.`)
      if (understood instanceof Fault) throw understood
      if (!operation)
        throw refused('unknown operation', `The operation ${name || request.path} is not known.`)
      const permission = permissionOf(service, operation, name)
      if (isDenied(account.denied, permission, resource, region)) {
        const who = `User: ${caller.arn} is not authorized to perform: ${permission}`
        throw refused('denied', `${who} on resource: ${resource}`)
      }
      const call = callOf(account, caller, understood)
      return answered(service, operation, call, operation.answer(call), requestId)
    }

    return {
      service: service.name,
      operation: name,
      region,
      account: owner?.id ?? null,
      resource,
      answer() {
        try {
          return run()
        } catch (error) {
          if (error instanceof Fault) return faulted(service, error, requestId)
          throw error
        }
      },
      refuse: (refusal) =>
        faulted(service, refused(refusal, `Refused by a script: ${refusal}.`), requestId),
    }
  }
}
