import table from './operations.json' with { type: 'json' }

/** One call of the table. Source of the data: the service descriptions that AWS publishes for its own clients. */
export interface Operation {
  /** POST when absent. */
  readonly method?: string
  /** `/{Bucket}?policy`; `/` when absent. */
  readonly uri?: string
  readonly required?: readonly string[]
  /** The location of each parameter: `uri:Bucket`, `querystring:max-buckets`, `header:x-amz-account-id`. */
  readonly locations?: Readonly<Record<string, string>>
  readonly page?: {
    readonly input_token: string
    readonly output_token: string
    readonly more_results?: string
  }
  /**
   * By path in the response: a list's item element (`*`: the element itself repeats), `map:key:value`, or a scalar's
   * type.
   */
  readonly xml?: Readonly<Record<string, string>>
  /** The element around a query protocol's result. */
  readonly wrapper?: string
  /** The required root element of a rest-xml response. */
  readonly root?: string
  /** The member that the root element represents. */
  readonly body?: string
  /** The member that contains the response's plain text. */
  readonly text?: string
  /** The permission, if its name differs from the call. */
  readonly action?: string
}

export interface ServiceTable {
  readonly endpointPrefix: string
  readonly signingName: string
  readonly protocol: 'json' | 'rest-json' | 'query' | 'ec2' | 'rest-xml'
  readonly apiVersion: string
  readonly jsonVersion?: string
  readonly targetPrefix?: string
  readonly globalEndpoint?: string
  readonly operations: Readonly<Record<string, Operation>>
}

type Table = typeof table

export type ServiceName = keyof Table

/** All calls in the table, as `s3:GetBucketPolicy`. A misspelled one does not compile. */
export type OperationName = {
  [S in ServiceName]: `${S}:${keyof Table[S]['operations'] & string}`
}[ServiceName]

const services = table as unknown as Readonly<Record<ServiceName, ServiceTable>>

export interface Found {
  readonly name: OperationName
  readonly serviceName: ServiceName
  readonly operationName: string
  readonly service: ServiceTable
  readonly operation: Operation
  /** The permission of the call, such as `s3:GetEncryptionConfiguration`. */
  readonly action: string
}

export function find(name: OperationName): Found {
  const [serviceName, operationName] = name.split(':') as [ServiceName, string]
  const service = services[serviceName]
  const operation = service.operations[operationName]
  if (!operation) throw new RangeError(`unknown operation: ${name}`)
  const action = operation.action ?? `${serviceName}:${operationName}`
  return { name, serviceName, operationName, service, operation, action }
}

const byAction: ReadonlyMap<string, readonly Found[]> = Map.groupBy(
  Object.entries(services).flatMap(([service, { operations }]) =>
    Object.keys(operations).map((name) => find(`${service}:${name}` as OperationName)),
  ),
  ({ action }) => action,
)

/** Returns the calls in the table that require a permission. */
export const callsOf = (action: string): readonly string[] =>
  (byAction.get(action) ?? []).map(({ name }) => name)
