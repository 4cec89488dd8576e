import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_encryption_provider_config_set',
  title: 'API server has encryption at rest configured',
  description:
    'Reads whether --encryption-provider-config names a file, which defines the kinds of objects that are encrypted before they are written to etcd.',
  risk: 'Without it, Secrets are stored unencrypted in etcd. A copy of its disk or of a backup reveals all passwords and tokens of the cluster.',
  decision:
    'Passes if the flag names a file. Fails if it is not set. Only the flag is evaluated. The API does not show which objects the file encrypts, or whether its first provider is identity, which does not encrypt.',
  fix: {
    text: 'Configure the API server with an EncryptionConfiguration that encrypts Secrets, then rewrite all Secrets.',
    ...inManifest(
      'kube-apiserver',
      'Write an EncryptionConfiguration for secrets to every control-plane node, readable only by root. Mount it with a hostPath volume, and set --encryption-provider-config to its path.',
      'In the file, put a kms or secretbox provider before identity. With several API servers, keep identity first until all of them have the file, then change the order and restart them. A server without the key cannot read what the others write.',
      'Run kubectl get secrets -A -o json | kubectl replace -f -, because existing objects are encrypted only when they are written again.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/encrypt-data/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['encryption_provider_config'],
  judge: ({ name, encryption_provider_config: file }) =>
    file === null
      ? fail(`${name} does not set --encryption-provider-config.`)
      : pass(
          `${name} is started with --encryption-provider-config=${file}. The content of that file is not visible.`,
        ),
})
