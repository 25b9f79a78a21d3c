// Asks PostgreSQL to prepare a statement without running it, and returns the columns that it would
// give.
import type { Client, Connection, Submittable } from 'pg';

export type Column = { name: string; type: number };

/**
 * The columns of a statement, empty if it returns no rows; or the reason why PostgreSQL refuses it.
 */
export type Described = { columns: Column[] } | { refusal: string };

class Description implements Submittable {
  readonly result: Promise<Described>;
  private readonly text: string;
  private columns: Column[] = [];
  private settle: (described: Described) => void = () => {};

  constructor(text: string) {
    this.text = text;
    this.result = new Promise((settle) => {
      this.settle = settle;
    });
  }
  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }
  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
  }
  handleError({ message }: Error): void {
    this.settle({ refusal: message });
  }
  handleReadyForQuery(): void {
    this.settle({ columns: this.columns });
  }
}

export const describe = (client: Client, text: string): Promise<Described> =>
  client.query(new Description(text)).result;
