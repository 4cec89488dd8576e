import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_service_account_credentials',
  title: 'Controller manager uses a separate service account for each controller',
  description:
    'Reads --use-service-account-credentials of the controller manager, which makes every controller authenticate with its own service account.',
  risk: 'With a shared identity, a vulnerability in one controller has the permissions of all of them, and the audit log cannot show which one acted.',
  decision:
    'Passes if --use-service-account-credentials is true. Fails if it is false or not set, because the default is false.',
  fix: {
    text: 'Start the controller manager with --use-service-account-credentials=true. The cluster must use RBAC, whose default roles include one for each controller.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container, set --use-service-account-credentials=true.',
      'Make sure that --authorization-mode of the API server includes RBAC, which creates the controller roles.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/',
  links: [
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  ],
  over: 'managers',
  needs: ['use_service_account_credentials'],
  judge: ({ name, use_service_account_credentials: own }) => {
    if (own) return pass(`${name} uses a separate service account for each controller.`)
    return fail(
      own === null
        ? `${name} does not set --use-service-account-credentials, which is false by default.`
        : `${name} is started with --use-service-account-credentials=false.`,
    )
  },
})
