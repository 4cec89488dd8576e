/** Distributions: the website, well maintained, and a campaign whose bucket was deleted. */
import type { Tree } from '../../aws/xml.ts'
import { demoId } from '../facts.ts'

const [www, campaign] = ['E1WWWLARKSPUR1', 'E2CAMPAIGN2019']

const items = (...Items: Tree[]) => ({ Quantity: Items.length, Items })

const bucket = (Id: string, name: string, control: string) => ({
  Id,
  DomainName: `${name}.s3.us-east-1.amazonaws.com`,
  OriginAccessControlId: control,
  S3OriginConfig: { OriginAccessIdentity: '' },
})

const server = (Id: string, DomainName: string, policy: string, ...protocols: string[]) => ({
  Id,
  DomainName,
  OriginAccessControlId: '',
  CustomOriginConfig: {
    HTTPPort: 80,
    HTTPSPort: 443,
    OriginProtocolPolicy: policy,
    OriginSslProtocols: items(...protocols),
  },
})

const behavior = (TargetOriginId: string, policy: string, encryption: string) => ({
  TargetOriginId,
  ViewerProtocolPolicy: policy,
  FieldLevelEncryptionId: encryption,
})

const distribution = (Id: string, differs: object) => ({
  Id,
  ARN: `arn:aws:cloudfront::${demoId}:distribution/${Id}`,
  Status: 'Deployed',
  DomainName: `${Id.toLowerCase()}.cloudfront.net`,
  Enabled: true,
  Staging: false,
  ...differs,
})

export const demoCloudfront = () => ({
  'us-east-1': {
    ListDistributions: {
      Items: [
        distribution(www, {
          Origins: items(
            bucket('website', 'larkspur-website', 'E3CONTROL'),
            server('shop', 'shop.larkspur.example', 'https-only', 'TLSv1.2'),
          ),
          OriginGroups: items({
            Id: 'both',
            Members: items({ OriginId: 'website' }, { OriginId: 'shop' }),
          }),
          DefaultCacheBehavior: behavior('both', 'redirect-to-https', 'C4CARDS'),
          CacheBehaviors: { Quantity: 0 },
          ViewerCertificate: {
            CloudFrontDefaultCertificate: false,
            ACMCertificateArn: `arn:aws:acm:us-east-1:${demoId}:certificate/www`,
            SSLSupportMethod: 'sni-only',
            MinimumProtocolVersion: 'TLSv1.2_2021',
          },
          Restrictions: { GeoRestriction: { RestrictionType: 'whitelist', Quantity: 1 } },
          WebACLId: `arn:aws:wafv2:us-east-1:${demoId}:global/webacl/www/a1b2c3d4-5678-90ab-cdef-222222222222`,
        }),
        distribution(campaign, {
          Origins: items(
            bucket('pages', 'larkspur-campaign-2019', ''),
            server('form', 'form.larkspur.example', 'match-viewer', 'TLSv1', 'TLSv1.2'),
          ),
          OriginGroups: { Quantity: 0 },
          DefaultCacheBehavior: behavior('form', 'allow-all', ''),
          CacheBehaviors: items({
            PathPattern: '/pages/*',
            ...behavior('pages', 'redirect-to-https', ''),
          }),
          ViewerCertificate: {
            CloudFrontDefaultCertificate: true,
            MinimumProtocolVersion: 'TLSv1',
          },
          Restrictions: { GeoRestriction: { RestrictionType: 'none', Quantity: 0 } },
          WebACLId: '',
        }),
      ],
    },
    ListOriginAccessControls: {
      Quantity: 1,
      Items: {
        OriginAccessControlSummary: {
          '#each': [
            {
              Id: 'E3CONTROL',
              Name: 'website',
              Description: '',
              SigningProtocol: 'sigv4',
              SigningBehavior: 'always',
              OriginAccessControlOriginType: 's3',
            },
          ],
        },
      },
    },
    GetDistributionConfig: {
      [www]: {
        DefaultRootObject: 'index.html',
        Logging: {
          Enabled: true,
          IncludeCookies: false,
          Bucket: 'larkspur-access-logs.s3.amazonaws.com',
          Prefix: 'www/',
        },
      },
      [campaign]: {
        DefaultRootObject: '',
        Logging: { Enabled: false, IncludeCookies: false, Bucket: '', Prefix: '' },
      },
    },
  },
})
