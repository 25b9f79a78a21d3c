// Tells operators with read access why they cannot change anything.
import { Alert } from '../../ui/display/Alert.tsx';

export function ReadOnlyNote() {
  return (
    <div className="mb-5">
      <Alert title="您可以查看內容，修改由「內容」或「管理」同仁負責" />
    </div>
  );
}
