"""Keeps track of what a small shop has in stock, and of what has to be ordered again."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path


@dataclass(frozen=True)
class Product:
    sku: str
    name: str
    price: float
    reorder_level: int = 5


@dataclass
class Movement:
    sku: str
    quantity: int
    day: date
    reason: str = "sale"

    def is_sale(self) -> bool:
        return self.reason == "sale" and self.quantity < 0


@dataclass
class Inventory:
    products: dict[str, Product] = field(default_factory=dict)
    movements: list[Movement] = field(default_factory=list)

    def add_product(self, product: Product) -> None:
        if product.sku in self.products:
            raise ValueError(f"product {product.sku} already exists")
        self.products[product.sku] = product

    def receive(self, sku: str, quantity: int, day: date) -> None:
        if quantity <= 0:
            raise ValueError("quantity must be positive")
        self._require(sku)
        self.movements.append(Movement(sku, quantity, day, "delivery"))

    def sell(self, sku: str, quantity: int, day: date) -> float:
        product = self._require(sku)
        if self.in_stock(sku) < quantity:
            raise ValueError(f"only {self.in_stock(sku)} of {product.name} left")
        self.movements.append(Movement(sku, -quantity, day))
        return product.price * quantity

    def in_stock(self, sku: str) -> int:
        return sum(movement.quantity for movement in self.movements if movement.sku == sku)

    def value(self) -> float:
        total = 0.0
        for product in self.products.values():
            total += product.price * self.in_stock(product.sku)
        return total

    def to_reorder(self) -> list[Product]:
        missing = []
        for product in self.products.values():
            if self.in_stock(product.sku) <= product.reorder_level:
                missing.append(product)
        return sorted(missing, key=lambda product: product.name)

    def best_sellers(self, since: date, count: int = 10) -> list[tuple[Product, int]]:
        sold: dict[str, int] = defaultdict(int)
        for movement in self.movements:
            if movement.is_sale() and movement.day >= since:
                sold[movement.sku] -= movement.quantity
        ranked = sorted(sold.items(), key=lambda item: item[1], reverse=True)
        return [(self.products[sku], quantity) for sku, quantity in ranked[:count]]

    def _require(self, sku: str) -> Product:
        try:
            return self.products[sku]
        except KeyError:
            raise ValueError(f"unknown product {sku}") from None


def load_products(path: Path) -> list[Product]:
    products = []
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            products.append(
                Product(
                    sku=row["sku"],
                    name=row["name"],
                    price=float(row["price"]),
                    reorder_level=int(row.get("reorder_level") or 5),
                )
            )
    return products


def weekly_report(inventory: Inventory, today: date) -> str:
    week_ago = today - timedelta(days=7)
    lines = [f"Report for the week of {week_ago:%d %B %Y}", ""]
    for product, quantity in inventory.best_sellers(week_ago):
        lines.append(f"{product.name:<30} {quantity:>5}")
    lines.append("")
    lines.append(f"Value of the stock: {inventory.value():.2f}")
    for product in inventory.to_reorder():
        lines.append(f"Order again: {product.name}")
    return "\n".join(lines)
