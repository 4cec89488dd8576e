/** S3 Control: settings of the whole account, and access points. */
import type { Call, Service } from '../call.ts'
import type { Recognised, Request } from '../request.ts'
import { Fault } from '../fault.ts'
import { restInput } from '../inputs.ts'
import { noPublicAccessBlock, publicAccessBlockTree } from './access.ts'
import { settingOf } from './bucket.ts'
import type { AccessPoint } from './state.ts'

const version = '/v20180820/'

/** S3 and S3 Control sign for the same service; the version in the path distinguishes them. */
export const isControlPath = (path: string): boolean => path.startsWith(version)

/** The account is in a header, or in front of the host as `123456789012.`. */
const accountOf = ({ headers }: Request): string =>
  headers['x-amz-account-id'] ?? /^(\d{12})\./.exec(headers['host'] ?? '')?.[1] ?? ''

const recognise = (request: Request): Recognised => {
  const path = decodeURIComponent(request.path).slice(version.length)
  const [kind, name] = [path.split('/')[0], path.split('/').slice(1).join('/')]
  const parts = { AccountId: accountOf(request), name }
  const operation =
    request.method !== 'GET'
      ? ''
      : path === 'configuration/publicAccessBlock'
        ? 'GetPublicAccessBlock'
        : path === 'mrap/instances'
          ? 'ListMultiRegionAccessPoints'
          : kind === 'accesspoint'
            ? name === ''
              ? 'ListAccessPoints'
              : 'GetAccessPoint'
            : ''
  return { operation, input: restInput(request, parts) }
}

/** Only the caller's account is accepted. */
const own = ({ account, input }: Call) => {
  const asked = input.text('AccountId') ?? ''
  if (asked === '')
    throw new Fault('InvalidRequest', 400, 'Missing required header: x-amz-account-id')
  if (asked !== account.id) throw new Fault('AccessDenied', 403, 'Access Denied')
  return account.s3
}

const arnOf = (accountId: string, { region, name }: AccessPoint) =>
  `arn:aws:s3:${region}:${accountId}:accesspoint/${name}`

const accessPointTree = (accountId: string, point: AccessPoint) => ({
  Name: point.name,
  NetworkOrigin: point.vpcId ? 'VPC' : 'Internet',
  VpcConfiguration: point.vpcId && { VpcId: point.vpcId },
  Bucket: point.bucket,
  AccessPointArn: arnOf(accountId, point),
  Alias: `${point.name}-${accountId}-s3alias`,
  BucketAccountId: accountId,
})

const accessPoint = (call: Call) => {
  const name = call.input.text('name')
  const point = own(call).accessPoints.find(
    (each) => each.name === name && each.region === call.region,
  )
  if (!point)
    throw new Fault('NoSuchAccessPoint', 404, 'The specified accesspoint does not exist', {
      fields: { AccessPointName: name },
    })
  return {
    ...accessPointTree(call.account.id, point),
    PublicAccessBlockConfiguration: publicAccessBlockTree(point.publicAccessBlock),
    CreationDate: point.createdAt,
  }
}

const listAccessPoints = (call: Call) => {
  const bucket = call.input.text('bucket')
  const points = own(call).accessPoints.filter(
    (each) => each.region === call.region && (bucket === undefined || each.bucket === bucket),
  )
  const { items, next } = call.page(points, { token: 'nextToken', size: 'maxResults', usual: 1000 })
  const AccessPoint = items.map((point) => accessPointTree(call.account.id, point))
  return { AccessPointList: { AccessPoint }, NextToken: next }
}

const listMultiRegionAccessPoints = (call: Call) => {
  const { multiRegionAccessPoints } = own(call)
  if (call.region !== 'us-west-2')
    throw new Fault('InvalidRequest', 400, 'Multi-Region Access Point calls go to us-west-2.')
  const rule = { token: 'nextToken', size: 'maxResults', usual: 100 }
  const { items, next } = call.page(multiRegionAccessPoints, rule)
  const AccessPoint = items.map(
    ({ name, alias, createdAt, status, publicAccessBlock, regions }) => ({
      Name: name,
      Alias: alias,
      CreatedAt: createdAt,
      PublicAccessBlock: publicAccessBlockTree(publicAccessBlock),
      Status: status,
      Regions: {
        Region: regions.map(({ bucket, region }) => ({ Bucket: bucket, Region: region })),
      },
    }),
  )
  return { AccessPoints: { AccessPoint }, NextToken: next }
}

export const s3Control: Service = {
  name: 's3control',
  prefix: 's3',
  protocol: 'rest-xml',
  refusals: 's3',
  xmlns: 'http://awss3control.amazonaws.com/doc/2018-08-20/',
  recognise,
  operations: {
    GetPublicAccessBlock: {
      permission: 's3:GetAccountPublicAccessBlock',
      root: 'PublicAccessBlockConfiguration',
      answer: (call) =>
        publicAccessBlockTree(settingOf(own(call).publicAccessBlock, ...noPublicAccessBlock)),
    },
    ListAccessPoints: { answer: listAccessPoints },
    GetAccessPoint: {
      resource: ({ region, account, input }) =>
        `arn:aws:s3:${region}:${account.id}:accesspoint/${input.text('name') ?? ''}`,
      answer: accessPoint,
    },
    ListMultiRegionAccessPoints: { answer: listMultiRegionAccessPoints },
  },
}
