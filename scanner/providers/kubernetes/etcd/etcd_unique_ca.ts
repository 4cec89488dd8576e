import { fail, manual } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { inFile } from './config-file.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_unique_ca',
  title: 'Etcd has a CA of its own',
  description:
    'Compares --trusted-ca-file of etcd with --client-ca-file of each API server, by the paths that their containers see.',
  risk: 'Where both trust the same CA, every certificate that was made for a user or a node of the cluster also opens etcd, past all roles and the audit log.',
  decision:
    'Fails when the two paths are the same, or when etcd names no CA at all. Paths that differ are left to people, because two files may hold the same CA and the API shows neither. A configuration file replaces all flags and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Make a CA that signs certificates for etcd and its clients only, and name it in --trusted-ca-file.',
    ...inManifest(
      'etcd',
      'Make a CA for etcd, and with it certificates for its members and for every API server.',
      'While both CAs are in use, set --trusted-ca-file and --peer-trusted-ca-file, and --etcd-cafile of the API servers, to a file that holds both: with the new one alone etcd refuses whoever still has an old certificate.',
      'Replace the certificates of members and API servers one after the other, then take the old CA out of the file.',
    ),
  },
  source: 'https://kubernetes.io/docs/setup/best-practices/certificates/',
  links: ['https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/'],
  over: 'members',
  needs: ['config_file', 'trusted_ca_file'],
  with: { servers: { by: 'uid', fields: ['name', 'client_ca_file'] } },
  judge: ({ name, config_file: file, trusted_ca_file: ca }, { joined }) => {
    if (file !== null) return inFile(name, file)
    if (ca === null) return fail(`${name} names no CA in --trusted-ca-file.`)
    const same = joined.servers.where(() => true).find((it) => it.client_ca_file === ca)
    return same
      ? fail(`${name} trusts ${ca}, as ${same.name} does for its clients.`)
      : manual(
          `${name} trusts ${ca}; whether that is another CA than that of the API server cannot be seen.`,
        )
  },
})
