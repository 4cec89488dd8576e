/** Certificates: the website's, which ACM renews, and an imported one that the owner must renew. */
import { type Ago, demoId } from '../facts.ts'

const certificate = (region: string, id: string, name: string, differs: object) => ({
  CertificateArn: `arn:aws:acm:${region}:${demoId}:certificate/${id}`,
  DomainName: name,
  Status: 'ISSUED',
  Type: 'AMAZON_ISSUED',
  KeyAlgorithm: 'EC_prime256v1',
  InUse: true,
  ...differs,
})

const described = ({ CertificateArn }: { CertificateArn: string }, preference: string) => ({
  [CertificateArn]: {
    Certificate: {
      CertificateArn,
      Options: { CertificateTransparencyLoggingPreference: preference },
    },
  },
})

export const demoAcm = (ago: Ago) => {
  const www = certificate('us-east-1', 'www', 'www.larkspur.example', { NotAfter: ago(-240) })
  const intranet = certificate('eu-west-1', 'intranet', 'intranet.larkspur.example', {
    NotAfter: ago(-200),
  })
  const wiki = certificate('eu-west-1', 'wiki', 'wiki.larkspur.example', {
    Type: 'IMPORTED',
    KeyAlgorithm: 'RSA_1024',
    NotAfter: ago(-9),
  })
  return {
    'us-east-1': {
      ListCertificates: { CertificateSummaryList: [www] },
      DescribeCertificate: described(www, 'ENABLED'),
    },
    'eu-west-1': {
      ListCertificates: { CertificateSummaryList: [intranet, wiki] },
      DescribeCertificate: described(intranet, 'DISABLED'),
    },
  }
}
