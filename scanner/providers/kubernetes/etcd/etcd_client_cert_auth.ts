import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, httpUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_client_cert_auth',
  title: 'Etcd asks its clients for a certificate',
  description:
    'Reads --client-cert-auth, --trusted-ca-file, --listen-client-urls and --listen-client-http-urls of etcd, or the variables of the same names: whether each client has to show a certificate of a named CA.',
  risk: 'Etcd holds every Secret of the cluster and knows no RBAC of Kubernetes: who may connect without a certificate may read and change everything.',
  decision:
    'Passes when certificates of a named CA are asked for on every URL. Fails when the flag is false or not given, as false is the default; when no CA is named, because every CA that the system of etcd trusts would then do; and when a URL is http, also on the loopback address, because no certificate is asked for there: http://localhost:2379 is the default. A configuration file replaces all flags and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Start etcd with --client-cert-auth=true and --trusted-ca-file; the API server has to show a certificate of that CA first.',
    ...inManifest(
      'etcd',
      'See that the API server is started with --etcd-certfile and --etcd-keyfile, signed by the CA of etcd.',
      'In the command of the container set --client-cert-auth=true, and --trusted-ca-file to the CA of etcd.',
      'Change http to https in --listen-client-urls and --listen-client-http-urls, and in --etcd-servers of the API server. Probes that ask one of these URLs need --listen-metrics-urls=http://127.0.0.1:2381, and have to ask that.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://etcd.io/docs/latest/op-guide/security/'],
  over: 'members',
  needs: [
    'config_file',
    'client_cert_auth',
    'listen_client_http_urls',
    'listen_client_urls',
    'trusted_ca_file',
  ],
  judge: ({ name, config_file: file, client_cert_auth: isOn, trusted_ca_file: ca, ...urls }) => {
    if (file !== null) return inFile(name, file)
    if (isOn === null)
      return fail(`${name} does not set --client-cert-auth, which is false by default.`)
    if (!isOn) return fail(`${name} is started with --client-cert-auth=false.`)
    if (ca === null)
      return fail(`${name} names no CA in --trusted-ca-file: any that its system trusts will do.`)
    const http = httpUrls([
      ...(urls.listen_client_urls ?? defaultUrls.client),
      ...(urls.listen_client_http_urls ?? []),
    ])
    return http.length > 0
      ? fail(`${name} asks for no certificate on ${listing(http)}.`)
      : pass(`${name} asks its clients for a certificate of ${ca}.`)
  },
})
