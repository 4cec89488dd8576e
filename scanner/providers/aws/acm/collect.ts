import { type Collected, type Collecting, complete, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Acm } from './resources.ts'

interface Listed {
  CertificateArn?: string
  DomainName?: string
  Status?: string
  Type?: string
  KeyAlgorithm?: string
  /** Seconds since 1970. */
  NotAfter?: number
}

/** Without these types, only certificates with older key types are listed. */
const keyTypes = [
  'RSA_1024',
  'RSA_2048',
  'RSA_3072',
  'RSA_4096',
  'EC_prime256v1',
  'EC_secp384r1',
  'EC_secp521r1',
]

const listing = 'acm:ListCertificates'

async function* certificates(aws: Aws) {
  for await (const { CertificateSummaryList } of aws.pages<{ CertificateSummaryList?: Listed[] }>(
    listing,
    { Includes: { keyTypes } },
  )) {
    if (!CertificateSummaryList) throw aws.broken(listing, 'CertificateSummaryList')
    for (const it of CertificateSummaryList) yield complete(it, () => listedOf(aws, it))
  }
}

function listedOf(aws: Aws, it: Listed) {
  const { CertificateArn: uid, Status: status, Type: type, KeyAlgorithm: key } = it
  if (!uid || !status || !type || !key)
    throw aws.broken(listing, 'the required fields of a certificate')
  if (status === 'ISSUED' && it.NotAfter === undefined) throw aws.broken(listing, 'NotAfter')
  return {
    uid,
    name: it.DomainName ?? '',
    status,
    type,
    key_algorithm: key.replaceAll('-', '_'), // both spellings occur
    expires: it.NotAfter === undefined ? null : new Date(it.NotAfter * 1_000).toISOString(),
  }
}

async function transparencyOf(aws: Aws, CertificateArn: string): Promise<boolean> {
  const call = 'acm:DescribeCertificate'
  const { Certificate } = await aws.call<{
    Certificate?: { Options?: { CertificateTransparencyLoggingPreference?: string } }
  }>(call, { CertificateArn })
  const preference = Certificate?.Options?.CertificateTransparencyLoggingPreference
  if (!preference) throw aws.broken(call, 'CertificateTransparencyLoggingPreference')
  return preference === 'ENABLED'
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Acm> => ({
  certificates: each(certificates(aws), (it) => ({
    ...it,
    region,
    // Others are not ACM's to log.
    transparency_logging: read(async () =>
      it.type === 'AMAZON_ISSUED' ? transparencyOf(aws, it.uid) : false,
    ),
  })),
})
