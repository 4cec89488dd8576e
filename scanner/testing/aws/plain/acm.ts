import type { PlainService } from './plain.ts'

export const acm: PlainService = {
  name: 'acm',
  protocol: 'json',
  target: 'CertificateManager',
  operations: {
    ListCertificates: { list: 'CertificateSummaryList', size: 'MaxItems' },
    DescribeCertificate: { by: 'CertificateArn', none: ['ResourceNotFoundException', 400] },
  },
}
