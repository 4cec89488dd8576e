import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_eks_audit_log_enabled',
  title: 'GuardDuty has EKS Protection enabled',
  description:
    'Reads whether the detector of each region monitors the audit logs of EKS control planes.',
  risk: 'If an attacker becomes a cluster administrator or opens the API to the internet, only the audit log shows it.',
  decision:
    'Passes if the detector has EKS_AUDIT_LOGS enabled. Fails if it is disabled. A region gives no finding if GuardDuty is off or suspended, or if the plan is not available. Whether clusters exist is not evaluated.',
  fix: {
    text: 'Enable EKS Protection in GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose EKS Protection.',
      'Choose Enable, and confirm. If an administrator of the organization manages GuardDuty, only the administrator can do this.',
    ],
    cli: `aws guardduty update-detector --detector-id <detector> --features '[{"Name":"EKS_AUDIT_LOGS","Status":"ENABLED"}]'`,
    terraform: `resource "aws_guardduty_detector_feature" "eks" {
  detector_id = aws_guardduty_detector.this.id
  name        = "EKS_AUDIT_LOGS"
  status      = "ENABLED"
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/kubernetes-protection.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) => planned(name, detector, 'EKS audit logs', 'EKS_AUDIT_LOGS'),
})
