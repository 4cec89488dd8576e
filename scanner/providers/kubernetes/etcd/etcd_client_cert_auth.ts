import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, httpUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_client_cert_auth',
  title: 'etcd requires client certificates',
  description:
    'Reads --client-cert-auth, --trusted-ca-file, --listen-client-urls and --listen-client-http-urls of etcd, or the corresponding variables, to determine whether every client must present a certificate of a configured CA.',
  risk: 'The etcd database stores every Secret of the cluster and does not apply Kubernetes RBAC. Clients that can connect without a certificate can read and change everything.',
  decision:
    'Passes if every URL requires a certificate of a configured CA. Fails if the flag is false or not set, because the default is false. Fails if no CA is set, because etcd then accepts every CA that its system trusts. Fails if a URL uses http, even on the loopback address, because it requires no certificate. The default URL is http://localhost:2379. MANUAL with a configuration file, which replaces all flags and is not shown by the API.',
  fix: {
    text: 'Start etcd with --client-cert-auth=true and --trusted-ca-file. First configure the API server with a certificate of that CA.',
    ...inManifest(
      'etcd',
      'Make sure that the API server is started with --etcd-certfile and --etcd-keyfile, signed by the CA of etcd.',
      'In the command of the container, set --client-cert-auth=true, and set --trusted-ca-file to the CA of etcd.',
      'Change http to https in --listen-client-urls and --listen-client-http-urls, and in --etcd-servers of the API server. If probes use one of these URLs, set --listen-metrics-urls=http://127.0.0.1:2381, and change the probes to use it.',
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
      return fail(
        `${name} does not set --trusted-ca-file, so it accepts any CA that its system trusts.`,
      )
    const http = httpUrls([
      ...(urls.listen_client_urls ?? defaultUrls.client),
      ...(urls.listen_client_http_urls ?? []),
    ])
    return http.length > 0
      ? fail(`${name} does not require a certificate on ${listing(http)}.`)
      : pass(`${name} requires client certificates of ${ca}.`)
  },
})
