import { judgeContainers } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_no_secrets_envs',
  title: 'Containers do not use Secrets as environment variables',
  description:
    'Reads the Secrets that the environment variables of each container use through secretKeyRef and secretRef. The names and values of variables are not stored.',
  risk: 'Environment variables appear in crash reports, logs and every child process of the container, and keep the old value after a Secret changes.',
  decision:
    'Fails if a container, init container or ephemeral container takes an environment variable from a Secret. Passes if none does. Values in the manifest itself are not read. A Secret that is mounted as a file is the recommended alternative.',
  fix: manifestFix({
    text: 'Mount the Secret as files, and read them in the program.',
    steps: [
      'Add a volume of type secret to the pod, and mount it read-only at the path that the program reads.',
      'Configure the program to read the file. Many images support a variable that ends in _FILE.',
      'Remove secretKeyRef from env and secretRef from envFrom.',
    ],
    patch: {
      volumes: [{ name: '<volume>', secret: { secretName: '<secret>' } }],
      ...inContainer({
        env: [{ name: '<variable>', $patch: 'delete' }],
        volumeMounts: [{ name: '<volume>', mountPath: '/run/secrets/app', readOnly: true }],
      }),
    },
    terraform: {
      pod: 'volume {\n  name = "secrets"\n\n  secret {\n    secret_name = "web"\n  }\n}',
      container:
        'volume_mount {\n  name       = "secrets"\n  mount_path = "/run/secrets/app"\n  read_only  = true\n}',
    },
  }),
  source: 'https://kubernetes.io/docs/concepts/security/secrets-good-practices/',
  links: ['https://kubernetes.io/docs/concepts/configuration/secret/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      holds: ({ env_secrets: secrets }) => secrets.length === 0,
      seen: ({ env_secrets: secrets }) => (secrets.length === 0 ? null : listing(secrets)),
      fails: 'with environment variables from Secrets',
      passes: 'has no environment variables from Secrets',
    }),
})
