/** Every kind of account: how it is named, and what its secrets hold. One entry a kind, nothing else. */
import { email, list, optional, text } from '@plumbline/jsonapi'
import { checkKeyText, googleKey } from './google-key.ts'
import { rebuildKubeconfig } from './kubeconfig.ts'
import type { ProviderType, SecretType } from './names.ts'
import { rebuilt, type Shape, shape, wholeNumber } from './secret-shape.ts'
import { maxYaml, readMapping } from './yaml-document.ts'

interface Kind {
  readonly uid: RegExp
  /** What the pattern asks for, as a sentence for people. */
  readonly uidRule: string
  /** Ids are one in whatever case and with blanks around them: kept trimmed and in lower case. */
  readonly uidAnyCase?: true
  readonly secrets: Partial<Readonly<Record<SecretType, Shape>>>
}

const short = text({ min: 1, max: 1_024 })
/** Tokens and private keys. */
const long = text({ min: 1, max: 65_536 })
const base64 = text({
  min: 4,
  max: 65_536,
  pattern: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  patternName: 'base64',
})
const repository =
  /^(?:https?:\/\/[^\s\p{Cc}/][^\s\p{Cc}]*|(?:git@|ssh:\/\/)[^\s\p{Cc}/][^\s\p{Cc}]*\.git)$/u

const awsKey = {
  aws_access_key_id: text({ min: 1, max: 128 }),
  aws_secret_access_key: text({ min: 1, max: 128 }),
}
const awsSession = optional(text({ min: 1, max: 4_096 }))
const sessionName = optional(
  text({ min: 2, max: 64, pattern: /^[a-zA-Z0-9=,.@_-]+$/, patternName: 'a session name' }),
)

export const kinds: Readonly<Record<ProviderType, Kind>> = {
  alibabacloud: {
    uid: /^\d{16}$/,
    uidRule: 'An Alibaba Cloud account is named by its id of 16 digits.',
    secrets: {
      static: shape('Alibaba Cloud access key', {
        access_key_id: short,
        access_key_secret: short,
        security_token: optional(long),
      }),
      role: shape('Alibaba Cloud RAM role', {
        role_arn: short,
        access_key_id: short,
        access_key_secret: short,
        role_session_name: sessionName,
      }),
    },
  },
  aws: {
    uid: /^\d{12}$/,
    uidRule: 'An AWS account is named by its id of 12 digits.',
    secrets: {
      static: shape('AWS access key', { ...awsKey, aws_session_token: awsSession }),
      role: shape('AWS role', {
        role_arn: text({
          pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/.{1,512}$/,
          patternName: 'the ARN of a role',
        }),
        external_id: text({ min: 2, max: 1_224 }),
        role_session_name: sessionName,
        session_duration: optional(wholeNumber({ min: 900, max: 43_200 })),
        aws_access_key_id: optional(awsKey.aws_access_key_id),
        aws_secret_access_key: optional(awsKey.aws_secret_access_key),
        aws_session_token: awsSession,
      }),
    },
  },
  azure: {
    uid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    uidRule: 'An Azure subscription is named by its id, a UUID of version 4 in lower case.',
    secrets: {
      static: shape('Azure client secret', {
        client_id: short,
        client_secret: short,
        tenant_id: short,
      }),
    },
  },
  cloudflare: {
    uid: /^[a-f0-9]{32}$/,
    uidRule: 'A Cloudflare account is named by its id of 32 hexadecimal digits in lower case.',
    secrets: {
      static: shape(
        'Cloudflare token, or key and e-mail address',
        { api_token: optional(long), api_key: optional(long), api_email: optional(email) },
        { exactlyOne: ['api_token', 'api_key'], together: { names: ['api_key', 'api_email'] } },
      ),
    },
  },
  gcp: {
    uid: /^([a-z][a-z0-9.-]*:)?[a-z][a-z0-9-]{5,29}$/,
    uidRule:
      'A GCP project is named by its id: 6 to 30 lower-case letters, digits and hyphens, a letter first, perhaps behind "domain:".',
    secrets: {
      static: shape('GCP refresh token', {
        client_id: short,
        client_secret: short,
        refresh_token: long,
      }),
      service_account: shape('GCP service account key', { service_account_key: googleKey }),
    },
  },
  github: {
    uid: /^[a-zA-Z0-9][a-zA-Z0-9-]{0,38}$/,
    uidRule:
      'A GitHub account is named by its login: up to 39 letters, digits and hyphens, no hyphen first.',
    secrets: {
      static: shape(
        'GitHub token or app',
        {
          personal_access_token: optional(long),
          oauth_app_token: optional(long),
          github_app_id: optional(wholeNumber({ min: 1 })),
          github_app_key_content: optional(long),
        },
        {
          together: { names: ['github_app_id', 'github_app_key_content'] },
          alias: { github_app_key: 'github_app_key_content' },
        },
      ),
    },
  },
  googleworkspace: {
    uid: /^C[0-9a-zA-Z]+$/,
    uidRule: 'A Google Workspace is named by its customer id: a C, then letters and digits.',
    secrets: {
      static: shape('Google Workspace service account', {
        credentials_content: rebuilt(
          { max: 65_536, description: 'The JSON text of the key.' },
          checkKeyText,
        ),
        delegated_user: email,
      }),
    },
  },
  iac: {
    uid: repository,
    uidRule:
      'A repository is named by its address: https://…, or git@… or ssh://… ending with .git.',
    secrets: {
      static: shape('Repository', {
        repository_url: text({
          max: 2_048,
          pattern: repository,
          patternName: 'the address of a repository',
        }),
        access_token: optional(long),
      }),
    },
  },
  image: {
    uid: /^[a-zA-Z0-9][a-zA-Z0-9._/:@-]{2,249}$/,
    uidRule:
      'An image or registry is named by its reference: letters, digits and ._/:@-, a letter or digit first.',
    secrets: {
      static: shape(
        'Image registry',
        {
          registry_username: optional(short),
          registry_password: optional(long),
          registry_token: optional(long),
        },
        {
          together: {
            names: ['registry_username', 'registry_password'],
            unless: 'registry_token',
          },
        },
      ),
    },
  },
  kubernetes: {
    uid: /^[a-zA-Z0-9][a-zA-Z0-9._@:/-]{1,250}$/,
    uidRule:
      'A cluster is named by its context: letters, digits and ._@:/-, a letter or digit first.',
    secrets: {
      static: shape('Kubeconfig', {
        kubeconfig_content: rebuilt(
          {
            max: maxYaml,
            description:
              'YAML. Refused: what would run a command, name a file, go through a proxy or trust any server.',
          },
          rebuildKubeconfig,
        ),
      }),
    },
  },
  m365: {
    uid: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.[A-Za-z]{2,}$/,
    uidRule: 'A Microsoft 365 tenant is named by its domain, such as contoso.onmicrosoft.com.',
    secrets: {
      static: shape(
        'Microsoft 365 client secret or certificate',
        {
          client_id: short,
          tenant_id: short,
          client_secret: optional(short),
          certificate_content: optional(base64),
          user: optional(email),
          password: optional(short),
        },
        { exactlyOne: ['client_secret', 'certificate_content'] },
      ),
    },
  },
  mongodbatlas: {
    uid: /^[0-9a-fA-F]{24}$/,
    uidRule: 'A MongoDB Atlas organization is named by its id of 24 hexadecimal digits.',
    secrets: {
      static: shape('MongoDB Atlas API key', { atlas_public_key: short, atlas_private_key: short }),
    },
  },
  okta: {
    uid: /^[a-z0-9][a-z0-9-]*\.(okta\.com|oktapreview\.com|okta-emea\.com|okta-gov\.com|okta\.mil|okta-miltest\.com|trex-govcloud\.com)$/,
    uidRule: 'An Okta organization is named by its domain, such as acme.okta.com.',
    uidAnyCase: true,
    secrets: {
      static: shape('Okta service app', {
        okta_client_id: short,
        okta_private_key: long,
        okta_scopes: optional(list(text({ min: 1, max: 128 }), { max: 100 })),
      }),
    },
  },
  openstack: {
    uid: /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,254}$/,
    uidRule:
      'An OpenStack project is named by its id or name: letters, digits and ._-, a letter or digit first.',
    secrets: {
      static: shape('OpenStack clouds.yaml', {
        clouds_yaml_content: rebuilt({ max: maxYaml, description: 'YAML.' }, (written) => {
          readMapping(written)
          return written
        }),
        clouds_yaml_cloud: short,
      }),
    },
  },
  oraclecloud: {
    uid: /^ocid1\.([a-z0-9_-]+)\.([a-z0-9_-]+)\.([a-z0-9_-]*)\.([a-z0-9]+)$/,
    uidRule: 'An Oracle Cloud tenancy is named by its OCID, such as ocid1.tenancy.oc1..aaaa.',
    secrets: {
      static: shape(
        'Oracle Cloud API key',
        {
          user: short,
          fingerprint: short,
          tenancy: short,
          key_file: optional(long),
          key_content: optional(long),
          pass_phrase: optional(short),
        },
        { someOf: ['key_file', 'key_content'], ignored: ['region'] },
      ),
    },
  },
  vercel: {
    uid: /^team_[a-zA-Z0-9]{16,32}$/,
    uidRule: 'A Vercel team is named by its id: team_ and 16 to 32 letters and digits.',
    secrets: { static: shape('Vercel token', { api_token: long }) },
  },
}
