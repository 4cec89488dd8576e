/** Every kind of account: its names and the members of its secrets. One entry per kind. */
import { email, list, optional, text } from '@plumbline/jsonapi'
import {
  certificateWithKey,
  credential,
  passphraseFault,
  privateKeyOf,
  privateKeyWithPassphrase,
  token,
} from './credential-fields.ts'
import { checkKeyText, googleKey } from './google-key.ts'
import { rebuildKubeconfig } from './kubeconfig.ts'
import type { ProviderType, SecretType } from './names.ts'
import { about, fileText, hidden, rebuilt, type Shape, shape, wholeNumber } from './secret-shape.ts'
import { maxYaml, readMapping } from './yaml-document.ts'

interface Kind {
  /** As people call it. */
  readonly name: string
  /** What its ids are called where it is at home. */
  readonly uidLabel: string
  readonly uid: RegExp
  /** What the pattern requires, as a sentence for people. */
  readonly uidRule: string
  /** Ids are one in whatever case and with blanks around them: stored trimmed and in lower case. */
  readonly uidAnyCase?: true
  readonly secrets: Partial<Readonly<Record<SecretType, Shape>>>
}

const short = text({ min: 1, max: 1_024 })
const password = hidden(short)
const id = credential(1_024)
const secretKey = hidden(credential(1_024))
const repository =
  /^(?:https?:\/\/[^\s\p{Cc}/][^\s\p{Cc}]*|(?:git@|ssh:\/\/)[^\s\p{Cc}/][^\s\p{Cc}]*\.git)$/u

const awsKey = {
  aws_access_key_id: credential(128),
  aws_secret_access_key: hidden(credential(128)),
}
const awsSession = optional(hidden(credential(4_096)))
const sessionName = optional(
  text({ min: 2, max: 64, pattern: /^[a-zA-Z0-9=,.@_-]+$/, patternName: 'a session name' }),
)

/** A key of AWS, perhaps of a session. */
export const awsKeyMembers = { ...awsKey, aws_session_token: awsSession }
/** A role of AWS. */
export const awsRoleMembers = {
  role_arn: text({
    pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/.{1,512}$/,
    patternName: 'the ARN of a role',
  }),
  external_id: about(text({ min: 2, max: 1_224 }), 'Must match the trust policy of the role.'),
  role_session_name: sessionName,
  session_duration: about(
    optional(wholeNumber({ min: 900, max: 43_200 })),
    'Seconds, 900 to 43,200.',
  ),
  aws_access_key_id: about(
    optional(awsKey.aws_access_key_id),
    'Access key that assumes the role. If omitted, the server uses its own AWS identity, if the operator allows it.',
  ),
  aws_secret_access_key: optional(awsKey.aws_secret_access_key),
  aws_session_token: awsSession,
}

export const kinds: Readonly<Record<ProviderType, Kind>> = {
  alibabacloud: {
    name: 'Alibaba Cloud',
    uidLabel: 'Account ID',
    uid: /^\d{16}$/,
    uidRule: 'Must be an Alibaba Cloud account ID of 16 digits.',
    secrets: {
      static: shape('Alibaba Cloud access key', {
        access_key_id: id,
        access_key_secret: secretKey,
        security_token: optional(token),
      }),
      role: shape('Alibaba Cloud RAM role', {
        role_arn: short,
        access_key_id: id,
        access_key_secret: secretKey,
        role_session_name: sessionName,
      }),
    },
  },
  aws: {
    name: 'AWS',
    uidLabel: 'Account ID',
    uid: /^\d{12}$/,
    uidRule: 'Must be an AWS account ID of 12 digits.',
    secrets: {
      static: shape('AWS access key', awsKeyMembers),
      role: shape('AWS role', awsRoleMembers),
    },
  },
  azure: {
    name: 'Azure',
    uidLabel: 'Subscription ID',
    uid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    uidRule: 'Must be an Azure subscription ID: a version 4 UUID in lower case.',
    secrets: {
      static: shape('Azure client secret', {
        client_id: id,
        client_secret: secretKey,
        tenant_id: id,
      }),
    },
  },
  cloudflare: {
    name: 'Cloudflare',
    uidLabel: 'Account ID',
    uid: /^[a-f0-9]{32}$/,
    uidRule: 'Must be a Cloudflare account ID of 32 lower-case hexadecimal digits.',
    secrets: {
      static: shape(
        'Cloudflare token, or key and email address',
        { api_token: optional(token), api_key: optional(token), api_email: optional(email) },
        { exactlyOne: ['api_token', 'api_key'], together: { names: ['api_key', 'api_email'] } },
      ),
    },
  },
  gcp: {
    name: 'Google Cloud',
    uidLabel: 'Project ID',
    uid: /^([a-z][a-z0-9.-]*:)?[a-z][a-z0-9-]{5,29}$/,
    uidRule:
      'Must be a Google Cloud project ID: 6 to 30 lower-case letters, digits and hyphens that start with a letter. It may follow "domain:".',
    secrets: {
      static: shape('GCP refresh token', {
        client_id: id,
        client_secret: secretKey,
        refresh_token: token,
      }),
      service_account: shape('GCP service account key', {
        service_account_key: fileText(googleKey, 'application/json'),
      }),
    },
  },
  github: {
    name: 'GitHub',
    uidLabel: 'Login',
    uid: /^[a-zA-Z0-9][a-zA-Z0-9-]{0,38}$/,
    uidRule:
      'Must be a GitHub login: up to 39 letters, digits and hyphens that do not start with a hyphen.',
    secrets: {
      static: shape(
        'GitHub token or app',
        {
          personal_access_token: optional(token),
          oauth_app_token: optional(token),
          github_app_id: optional(wholeNumber({ min: 1 })),
          github_app_key_content: optional(
            privateKeyOf({
              types: ['rsa'],
              rule: 'Must be an RSA private key of a GitHub App.',
              mayBeJwk: true,
            }),
          ),
        },
        {
          together: { names: ['github_app_id', 'github_app_key_content'] },
          alias: { github_app_key: 'github_app_key_content' },
        },
      ),
    },
  },
  googleworkspace: {
    name: 'Google Workspace',
    uidLabel: 'Customer ID',
    uid: /^C[0-9a-zA-Z]+$/,
    uidRule: 'Must be a Google Workspace customer ID: the letter C, then letters and digits.',
    secrets: {
      static: shape('Google Workspace service account', {
        credentials_content: fileText(
          rebuilt({ max: 65_536, description: 'The JSON text of the key.' }, checkKeyText),
          'application/json',
        ),
        delegated_user: email,
      }),
    },
  },
  iac: {
    name: 'Infrastructure as code',
    uidLabel: 'Repository URL',
    uid: repository,
    uidRule: 'Must be a repository URL: https://…, or git@… or ssh://… ending with .git.',
    secrets: {
      static: shape('Repository', {
        repository_url: text({
          max: 2_048,
          pattern: repository,
          patternName: 'a repository URL',
        }),
        access_token: optional(token),
      }),
    },
  },
  image: {
    name: 'Container images',
    uidLabel: 'Image or registry',
    uid: /^[a-zA-Z0-9][a-zA-Z0-9._/:@-]{2,249}$/,
    uidRule:
      'Must be an image or registry reference: letters, digits and ._/:@- that start with a letter or digit.',
    secrets: {
      static: shape(
        'Image registry',
        {
          registry_username: optional(short),
          registry_password: optional(hidden(text({ min: 1, max: 65_536 }))),
          registry_token: optional(token),
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
    name: 'Kubernetes',
    uidLabel: 'Context',
    uid: /^[a-zA-Z0-9][a-zA-Z0-9._@:/-]{1,250}$/,
    uidRule:
      'Must be the context name of the cluster: letters, digits and ._@:/- that start with a letter or digit.',
    secrets: {
      static: shape('Kubeconfig', {
        kubeconfig_content: fileText(
          rebuilt(
            {
              max: maxYaml,
              description:
                'YAML. Entries that run commands, read files, use a proxy or skip TLS verification are rejected.',
            },
            rebuildKubeconfig,
          ),
          'application/yaml',
        ),
      }),
    },
  },
  m365: {
    name: 'Microsoft 365',
    uidLabel: 'Domain',
    uid: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.[A-Za-z]{2,}$/,
    uidRule: 'Must be the domain of a Microsoft 365 tenant, for example contoso.onmicrosoft.com.',
    secrets: {
      static: shape(
        'Microsoft 365 client secret or certificate',
        {
          client_id: id,
          tenant_id: id,
          client_secret: optional(secretKey),
          certificate_content: optional(certificateWithKey),
          user: optional(email),
          password: optional(password),
        },
        { exactlyOne: ['client_secret', 'certificate_content'] },
      ),
    },
  },
  mongodbatlas: {
    name: 'MongoDB Atlas',
    uidLabel: 'Organization ID',
    uid: /^[0-9a-fA-F]{24}$/,
    uidRule: 'Must be a MongoDB Atlas organization ID of 24 hexadecimal digits.',
    secrets: {
      static: shape('MongoDB Atlas API key', {
        atlas_public_key: id,
        atlas_private_key: secretKey,
      }),
    },
  },
  okta: {
    name: 'Okta',
    uidLabel: 'Domain',
    uid: /^[a-z0-9][a-z0-9-]*\.(okta\.com|oktapreview\.com|okta-emea\.com|okta-gov\.com|okta\.mil|okta-miltest\.com|trex-govcloud\.com)$/,
    uidRule: 'Must be the domain of an Okta organization, for example acme.okta.com.',
    uidAnyCase: true,
    secrets: {
      static: shape('Okta service app', {
        okta_client_id: id,
        okta_private_key: privateKeyOf({
          types: ['rsa', 'ec'],
          rule: 'Must be an RSA or EC private key, in PEM or as a JWK.',
          mayBeJwk: true,
        }),
        okta_scopes: optional(list(text({ min: 1, max: 128 }), { max: 100 })),
      }),
    },
  },
  openstack: {
    name: 'OpenStack',
    uidLabel: 'Project ID',
    uid: /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,254}$/,
    uidRule:
      'Must be an OpenStack project ID or name: letters, digits and ._- that start with a letter or digit.',
    secrets: {
      static: shape('OpenStack clouds.yaml', {
        clouds_yaml_content: fileText(
          rebuilt({ max: maxYaml, description: 'YAML.' }, (written) => {
            readMapping(written)
            return written
          }),
          'application/yaml',
        ),
        clouds_yaml_cloud: short,
      }),
    },
  },
  oraclecloud: {
    name: 'Oracle Cloud',
    uidLabel: 'OCID of the tenancy',
    uid: /^ocid1\.([a-z0-9_-]+)\.([a-z0-9_-]+)\.([a-z0-9_-]*)\.([a-z0-9]+)$/,
    uidRule: 'Must be the OCID of an Oracle Cloud tenancy, for example ocid1.tenancy.oc1..aaaa.',
    secrets: {
      static: shape(
        'Oracle Cloud API key',
        {
          user: short,
          fingerprint: short,
          tenancy: short,
          key_file: optional(privateKeyWithPassphrase),
          key_content: optional(privateKeyWithPassphrase),
          pass_phrase: optional(password),
        },
        {
          someOf: ['key_file', 'key_content'],
          passphrase: {
            name: 'pass_phrase',
            keys: ['key_file', 'key_content'],
            fault: passphraseFault,
          },
          ignored: ['region'],
        },
      ),
    },
  },
  vercel: {
    name: 'Vercel',
    uidLabel: 'Team ID',
    uid: /^team_[a-zA-Z0-9]{16,32}$/,
    uidRule: 'Must be a Vercel team ID: team_ and 16 to 32 letters and digits.',
    secrets: { static: shape('Vercel token', { api_token: token }) },
  },
}
