/** The settings of connections that this installation opens: proxies, clouds and internal hosts. */
import {
  flag,
  internalOrigins,
  list,
  maybe,
  number,
  outgoingProxy,
  setting,
  targets,
  web,
} from './setting.ts'

export const outgoingSettings = {
  httpsProxy: setting(
    'HTTPS_PROXY https_proxy',
    maybe(outgoingProxy),
    null,
    'HTTP proxy for outgoing requests to https:// URLs: scans, sign-in, integrations and the bucket for files',
  ),
  httpProxy: setting(
    'HTTP_PROXY http_proxy',
    maybe(outgoingProxy),
    null,
    'HTTP proxy for outgoing requests to http:// URLs, which only settings can name',
  ),
  noProxy: setting(
    'NO_PROXY no_proxy',
    list,
    [],
    'hosts, .suffixes, addresses and networks that are connected to directly, each optionally with a port',
  ),
  proxyResolvesNames: setting(
    'PROXY_RESOLVES_NAMES',
    flag,
    false,
    'pass host names of users to the proxy without resolving them first; the proxy must then block internal addresses',
  ),
  cloudConnectSeconds: setting(
    'CLOUD_CONNECT_TIMEOUT_SECONDS',
    number(1, 600),
    10,
    'timeout of connections to a cloud provider',
  ),
  cloudReadSeconds: setting(
    'CLOUD_READ_TIMEOUT_SECONDS',
    number(1, 600),
    60,
    'timeout of responses of a cloud provider',
  ),
  internalTargets: setting(
    'INTERNAL_TARGETS',
    targets,
    [],
    'internal addresses that integrations may call',
  ),
  internalProviders: setting(
    'INTERNAL_PROVIDERS',
    internalOrigins,
    [],
    'internal addresses that scans may call',
  ),
  awsEndpointUrl: setting(
    'AWS_ENDPOINT_URL',
    maybe(web),
    null,
    'other address of the AWS API, for tests',
  ),
  githubApiUrl: setting('GITHUB_API_URL', maybe(web), null, 'other address of the GitHub API'),
  oktaEndpointUrl: setting('OKTA_ENDPOINT_URL', maybe(web), null, 'other address of the Okta API'),
  awsAmbientIdentity: setting(
    'AWS_AMBIENT_IDENTITY',
    flag,
    false,
    'let tenants use roles that the AWS identity of this process assumes',
  ),
  awsAmbientOwnAccount: setting(
    'AWS_AMBIENT_OWN_ACCOUNT',
    flag,
    false,
    'also allow roles in the AWS account of that identity',
  ),
} as const
