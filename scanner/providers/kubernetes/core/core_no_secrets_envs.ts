import { judgeContainers } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_no_secrets_envs',
  title: 'Secrets are not handed over as environment variables',
  description:
    'Reads from which Secrets the environment variables of each container come, by secretKeyRef and by secretRef. Neither variables nor values are stored.',
  risk: 'Environment variables end up in crash reports, logs and every process that the container starts, and keep the old value after the Secret was changed.',
  decision:
    'Fails when a container, init or ephemeral container takes an environment variable from a Secret. Passes when none does. Values that stand in the manifest itself are not read, and a Secret that is mounted as a file is what this check wants.',
  fix: manifestFix({
    text: 'Mount the Secret as files, and let the program read them.',
    steps: [
      'Add a volume of type secret to the pod, and mount it read-only where the program looks for it.',
      'Let the program read the file, by a variable that ends in _FILE for example, as many images take it.',
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
      passes: 'does without Secrets in its environment',
    }),
})
