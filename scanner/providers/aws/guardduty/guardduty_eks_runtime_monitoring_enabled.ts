import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const plans = ['RUNTIME_MONITORING', 'EKS_RUNTIME_MONITORING']

export default check({
  id: 'guardduty_eks_runtime_monitoring_enabled',
  title: 'GuardDuty has Runtime Monitoring for EKS enabled',
  description:
    'Reads whether the detector of each region monitors processes, files and connections at runtime, with Runtime Monitoring or the older plan for EKS only.',
  risk: 'A process that escapes from its container leaves no trace in the control plane logs.',
  decision:
    'Fails if neither RUNTIME_MONITORING nor EKS_RUNTIME_MONITORING is enabled. Passes if one is enabled together with EKS_ADDON_MANAGEMENT, with which GuardDuty installs its agent. MANUAL if one is enabled without it, because a manually installed agent is not visible. A region gives no finding if GuardDuty is off or suspended, or if neither plan is available.',
  fix: {
    text: 'Enable Runtime Monitoring in GuardDuty, and let GuardDuty manage the agent on EKS clusters.',
    console: [
      'Open Amazon GuardDuty in the region, and choose Runtime Monitoring.',
      'Choose Enable, and confirm. If an administrator of the organization manages GuardDuty, only the administrator can do this.',
      'Under Automated agent configuration, choose Enable for Amazon EKS.',
    ],
    cli: `aws guardduty update-detector --detector-id <detector> --features '[{"Name":"RUNTIME_MONITORING","Status":"ENABLED","AdditionalConfiguration":[{"Name":"EKS_ADDON_MANAGEMENT","Status":"ENABLED"}]}]'`,
    terraform: `resource "aws_guardduty_detector_feature" "runtime" {
  detector_id = aws_guardduty_detector.this.id
  name        = "RUNTIME_MONITORING"
  status      = "ENABLED"

  additional_configuration {
    name   = "EKS_ADDON_MANAGEMENT"
    status = "ENABLED"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/runtime-monitoring.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) => {
    if (!detector?.enabled) return []
    const { features } = detector
    const offered = plans.filter((plan) => Object.hasOwn(features, plan))
    if (offered.length === 0) return []
    const on = offered.filter((plan) => features[plan])
    if (on.length === 0) {
      return fail(`GuardDuty does not monitor the runtime of EKS nodes in ${name}.`)
    }
    return on.some((plan) => features[`${plan} EKS_ADDON_MANAGEMENT`])
      ? pass(`GuardDuty monitors the runtime of EKS nodes in ${name} and manages its agent there.`)
      : manual(
          `GuardDuty has Runtime Monitoring for EKS enabled in ${name}, but does not manage its agent. Check that each cluster has the agent.`,
        )
  },
})
