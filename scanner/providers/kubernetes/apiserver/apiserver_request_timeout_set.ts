import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_request_timeout_set',
  title: 'API server has a request timeout of 5 minutes or less',
  description:
    'Reads --request-timeout, the time after which the API server ends a request that is not a watch or another long-running request.',
  risk: 'With a long timeout, slow or stuck requests accumulate and exhaust the API server, which makes the cluster unavailable.',
  decision:
    'Passes if the timeout is above 0 and at most 5 minutes, or if the flag is not set, because the default is 1 minute. Fails if it is 0 or longer than 5 minutes.',
  fix: {
    text: 'Start the API server with --request-timeout between 1 and 5 minutes, or without it for the default of 1 minute.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --request-timeout=1m0s, or remove the flag.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  over: 'servers',
  needs: ['request_timeout'],
  judge: ({ name, request_timeout: seconds }) => {
    if (seconds === null) return pass(`${name} has a request timeout of 60 seconds, the default.`)
    if (seconds === 0) return fail(`${name} has no valid request timeout: --request-timeout is 0.`)
    return seconds <= 300
      ? pass(`${name} has a request timeout of ${seconds} seconds.`)
      : fail(`${name} has a request timeout of ${seconds} seconds, more than 300.`)
  },
})
