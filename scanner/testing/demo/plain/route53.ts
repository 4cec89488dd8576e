/** Hosted zones: the shop's, logged and locked, an older one, and a private zone. */
const zone = (id: string, Name: string, PrivateZone: boolean) => ({
  Id: `/hostedzone/${id}`,
  Name,
  CallerReference: id,
  Config: { PrivateZone },
  ResourceRecordSetCount: 12,
})

const privacy = (on: boolean) => ({
  AdminPrivacy: on,
  RegistrantPrivacy: on,
  TechPrivacy: on,
  BillingPrivacy: on,
})

export const demoRoute53 = () => ({
  'us-east-1': {
    ListHostedZones: {
      HostedZones: [
        zone('Z0LARKSPUR0001', 'larkspur.example.', false),
        zone('Z0LARKSPUR0002', 'larkspur-old.example.', false),
        zone('Z0LARKSPUR0003', 'larkspur.internal.', true),
      ],
      IsTruncated: false,
    },
    ListQueryLoggingConfigs: {
      QueryLoggingConfigs: [
        { Id: '2f3b1c9e-0000-4000-8000-00000000c0de', HostedZoneId: 'Z0LARKSPUR0001' },
      ],
    },
  },
})

export const demoRoute53Domains = () => ({
  'us-east-1': {
    ListDomains: {
      Domains: [
        { DomainName: 'larkspur.example', AutoRenew: true, TransferLock: true },
        { DomainName: 'larkspur-old.example', AutoRenew: true, TransferLock: false },
      ],
    },
    GetDomainDetail: {
      'larkspur.example': { DomainName: 'larkspur.example', ...privacy(true) },
      'larkspur-old.example': { DomainName: 'larkspur-old.example', ...privacy(false) },
    },
  },
})
