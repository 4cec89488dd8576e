/** Serializes responses and faults in the format of each protocol. */
import { type Call, isRaw, type Operation, type RawBody, type Service } from './call.ts'
import type { Fault } from './fault.ts'
import { toJson, type Tree, xmlDocument } from './xml.ts'

export interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

const xmlReply = (
  status: number,
  name: string,
  tree: Tree,
  lists: 'item' | 'member' | 'repeated',
) =>
  ({
    status,
    headers: { 'content-type': 'text/xml;charset=UTF-8' },
    body: Buffer.from(xmlDocument(name, tree, lists)),
  }) satisfies Reply

const isObject = (tree: Tree): tree is { readonly [name: string]: Tree } =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !(tree instanceof Date)

const inNamespace = (xmlns: string | undefined, tree: Tree): Tree => ({
  '@xmlns': xmlns,
  ...(isObject(tree) ? tree : {}),
})

const requestIdHeader: Record<Service['protocol'], string> = {
  query: 'x-amzn-requestid',
  ec2: 'x-amzn-requestid',
  json: 'x-amzn-requestid',
  'rest-json': 'x-amzn-requestid',
  'rest-xml': 'x-amz-request-id',
}

const withRequestId = (reply: Reply, service: Service, requestId: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [requestIdHeader[service.protocol]]: requestId },
})

const documentOf = (
  service: Service,
  operation: Operation,
  name: string,
  tree: Tree,
  id: string,
): Reply => {
  const { protocol, xmlns } = service
  if (protocol === 'query') {
    const document = {
      '@xmlns': xmlns,
      [`${name}Result`]: tree ?? {},
      ResponseMetadata: { RequestId: id },
    }
    return xmlReply(200, `${name}Response`, document, 'member')
  }
  if (protocol === 'ec2') {
    const document = inNamespace(xmlns, { requestId: id, ...(isObject(tree) ? tree : {}) })
    return xmlReply(200, `${name}Response`, document, 'item')
  }
  if (protocol === 'rest-xml')
    return xmlReply(200, operation.root ?? `${name}Result`, inNamespace(xmlns, tree), 'repeated')
  const type = protocol === 'json' ? 'application/x-amz-json-1.1' : 'application/json'
  return { status: 200, headers: { 'content-type': type }, body: Buffer.from(toJson(tree ?? {})) }
}

export const answered = (
  service: Service,
  operation: Operation,
  call: Call,
  answer: Tree | RawBody,
  requestId: string,
): Reply => {
  const reply: Reply = isRaw(answer)
    ? {
        status: 200,
        headers: { 'content-type': answer.contentType, ...answer.headers },
        body: Buffer.from(answer.raw),
      }
    : documentOf(service, operation, call.operation, answer, requestId)
  return withRequestId(reply, service, requestId)
}

const faultDocument = (service: Service, fault: Fault, requestId: string): Reply => {
  const { code, status, message, fields } = fault
  const error = { Code: code, Message: message, ...fields }
  switch (service.protocol) {
    case 'query': {
      const Type = status < 500 ? 'Sender' : 'Receiver'
      const document = { '@xmlns': service.xmlns, Error: { Type, ...error }, RequestId: requestId }
      return xmlReply(status, 'ErrorResponse', document, 'member')
    }
    case 'ec2':
      return xmlReply(
        status,
        'Response',
        { Errors: { Error: error }, RequestID: requestId },
        'item',
      )
    case 'rest-xml': {
      const document = { ...error, RequestId: requestId, HostId: `${requestId}/fixture` }
      // S3 Control wraps data that S3 returns unwrapped.
      if (service.name === 's3control') {
        const wrapped = { '@xmlns': service.xmlns, Error: error, RequestId: requestId }
        return xmlReply(status, 'ErrorResponse', wrapped, 'repeated')
      }
      return xmlReply(status, 'Error', document, 'repeated')
    }
    case 'json':
      return {
        status,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: Buffer.from(toJson({ __type: code, message, ...fields })),
      }
    case 'rest-json':
      return {
        status,
        headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
        body: Buffer.from(toJson({ message, ...fields })),
      }
  }
}

export const faulted = (service: Service, fault: Fault, requestId: string): Reply => {
  const reply = faultDocument(service, fault, requestId)
  return withRequestId(
    { ...reply, headers: { ...reply.headers, ...fault.headers } },
    service,
    requestId,
  )
}
