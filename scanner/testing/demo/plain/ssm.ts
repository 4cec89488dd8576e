/**
 * Systems Manager: the web tier is managed, one machine in Virginia lost its connection, and the others were never
 * managed. One runbook is public, and one of two machines lacks patches.
 */
import { type Ago, demoId } from '../facts.ts'
import { idOf } from '../networks.ts'

const node = (mark: string, number: number, PingStatus: string, at: Date) => ({
  InstanceId: idOf('i', mark, number),
  PingStatus,
  LastPingDateTime: at,
  AgentVersion: '3.3.2299.0',
  PlatformType: 'Linux',
  ResourceType: 'EC2Instance',
})

const document = (Name: string) => ({ Name, Owner: demoId, DocumentType: 'Automation' })

const patches = (
  ResourceId: string,
  Status: string,
  OverallSeverity: string,
  ExecutionTime: Date,
) => ({
  ComplianceType: 'Patch',
  ResourceType: 'ManagedInstance',
  ResourceId,
  Status,
  OverallSeverity,
  ExecutionSummary: { ExecutionTime },
})

export const demoSsm = (ago: Ago) => ({
  'eu-central-1': {
    DescribeInstanceInformation: {
      InstanceInformationList: [1, 2, 3].map((number) => node('fa1', number, 'Online', ago(0))),
    },
    ListDocuments: { DocumentIdentifiers: [document('restart-shop'), document('vpn-setup')] },
    DescribeDocumentPermission: {
      'restart-shop': { AccountIds: [], AccountSharingInfoList: [] },
      'vpn-setup': {
        AccountIds: ['all'],
        AccountSharingInfoList: [{ AccountId: 'all', SharedDocumentVersion: '$DEFAULT' }],
      },
    },
    ListResourceComplianceSummaries: {
      ResourceComplianceSummaryItems: [
        patches('i-0fa1c0de00000001f', 'COMPLIANT', 'UNSPECIFIED', ago(1)),
        patches('mi-0fa1c0de00000002f', 'NON_COMPLIANT', 'CRITICAL', ago(1)),
      ],
    },
  },
  'us-east-1': {
    DescribeInstanceInformation: {
      InstanceInformationList: [
        node('1ad', 4, 'Online', ago(0)),
        node('1ad', 3, 'ConnectionLost', ago(41)),
      ],
    },
  },
})
