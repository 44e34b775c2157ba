/** Eight steps each in a real application; a step names an element by its label, as a model reading the outline would choose it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Step {
  readonly label: string;
  /** Typed into the element; without it the element is clicked. */
  readonly text?: string;
  readonly role?: RegExp;
}

export interface Task {
  readonly name: string;
  readonly app: string;
  readonly args: readonly string[];
  readonly steps: readonly Step[];
}

const press = (...labels: readonly string[]): Step[] => labels.map((label) => ({ label, role: /button/ }));

export function tasksIn(folder: string): readonly Task[] {
  const page = join(folder, 'order.html');
  writeFileSync(page, orderPage);
  const chromium = [
    `--user-data-dir=${join(folder, 'profile')}`,
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--force-renderer-accessibility',
    `--app=file://${page}`,
  ];
  return [
    { name: 'compute in a GTK calculator', app: 'gnome-calculator', args: [], steps: press('7', '8', '×', '6', '5', '4', '=', '1') },
    { name: 'compute in a Qt calculator', app: 'kcalc', args: [], steps: press('7', '8', '×', '6', '5', '4', '=', '1') },
    {
      name: 'fill in a web form',
      app: 'chromium',
      args: chromium,
      steps: [
        { label: 'Article', text: 'paper clips', role: /text|entry/ },
        { label: 'Name', text: 'Ada Lovelace', role: /text|entry/ },
        { label: 'Street', text: 'Dorset Street 1', role: /text|entry/ },
        { label: 'City', text: 'London', role: /text|entry/ },
        { label: 'Express', role: /check/ },
        { label: 'Gift', role: /check/ },
        { label: 'Large', role: /radio/ },
        { label: 'Send', role: /button/ },
      ],
    },
  ];
}

/** A form among what pages have around a form. */
const orderPage = `<!doctype html><title>Order</title><body style="font: 15px sans-serif; width: 1000px">
<nav>${Array.from({ length: 12 }, (_, index) => `<a href="#${index}">Section ${index + 1}</a> `).join('')}</nav>
<h1>Order</h1><form onsubmit="document.title = 'Sent'; return false">
${['Article', 'Name', 'Street', 'City', 'Country', 'Phone'].map((name) => `<p><label>${name} <input aria-label="${name}"></label></p>`).join('')}
${['Express', 'Gift', 'Newsletter'].map((name) => `<label><input type="checkbox"> ${name}</label>`).join('')}
${['Small', 'Medium', 'Large'].map((name) => `<label><input type="radio" name="size"> ${name}</label>`).join('')}
<button>Send</button></form>
<table>${Array.from({ length: 20 }, (_, row) => `<tr><td>Item ${row + 1}</td><td>${(row * 7) % 10} €</td><td><a href="#">details</a></td></tr>`).join('')}</table>`;
